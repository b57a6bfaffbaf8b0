package io.slipway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesTest {

    @Test
    void cutsAtNewlinesOfBothKindsAndAtTheEnd() throws IOException {
        assertThat(read("one\ntwo\r\n\nfour", 100)).containsExactly("1:one", "2:two", "3:", "4:four");
    }

    @Test
    void seesNoLineInNothing() throws IOException {
        assertThat(read("", 100)).isEmpty();
    }

    @Test
    void passesOverALineThatIsTooLong() throws IOException {
        assertThat(read("short\n" + "x".repeat(200_000) + "\nalso short\n", 1000))
                .containsExactly("1:short", "2: too long", "3:also short");
    }

    @Test
    void keepsALineThatIsLongerThanItsBuffers() throws IOException {
        String line = "y".repeat(300_000);

        assertThat(read("a\n" + line + "\nb", 300_000)).containsExactly("1:a", "2:" + line, "3:b");
    }

    private static List<String> read(String text, int longest) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Lines in = new Lines(new ByteArrayInputStream(text.getBytes(UTF_8)), longest)) {
            while (in.next()) {
                String line = in.tooLong() ? " too long" : new String(in.line(), 0, in.length(), UTF_8);
                lines.add(in.number() + ":" + line);
            }
        }
        return lines;
    }
}
