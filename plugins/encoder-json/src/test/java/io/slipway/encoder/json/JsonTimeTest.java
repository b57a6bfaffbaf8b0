package io.slipway.encoder.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTimeTest {

    private static final long DAY = 86_400;

    @Test
    void hasTheDateOfEveryDay() throws IOException {
        DateTimeFormatter days =
                DateTimeFormatter.ofPattern("\"uuuu-MM-dd'T00:00:00.000Z'\"").withZone(ZoneOffset.UTC);
        Instant last = Instant.parse("9999-12-31T00:00:00Z");

        for (Instant day = Instant.parse("0001-01-01T00:00:00Z"); !day.isAfter(last); day = day.plusSeconds(13 * DAY)) {
            assertThat(written(day, ZoneOffset.UTC)).isEqualTo(days.format(day));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2023-07-01T00:00:00Z, 2023-07-01T02:00:00.000+02:00",
        "Europe/Berlin, 2023-12-31T23:30:00.5Z, 2024-01-01T00:30:00.500+01:00",
        "America/St_Johns, 2023-12-31T23:30:00Z, 2023-12-31T20:00:00.000-03:30",
        "Europe/London, 2023-12-31T23:30:00Z, 2023-12-31T23:30:00.000Z",
    })
    void hasTheOffsetOfAnotherZone(String zone, String time, String written) throws IOException {
        assertThat(written(Instant.parse(time), ZoneId.of(zone))).isEqualTo('"' + written + '"');
    }

    @ParameterizedTest
    @CsvSource({
        // Berlin was 53 minutes and 28 seconds ahead.
        "Europe/Berlin, 1800-01-01T00:00:00Z, 1800-01-01T00:53:00.000+00:53",
        "Asia/Tokyo, 9999-12-31T23:59:59Z, 9999-12-31T23:59:59.000Z",
        "America/New_York, 0001-01-01T00:00:00Z, 0001-01-01T00:00:00.000Z",
    })
    void keepsTheInstantWhereTheLocalFormHasNoWords(String zone, String time, String written) throws IOException {
        assertThat(written(Instant.parse(time), ZoneId.of(zone))).isEqualTo('"' + written + '"');
    }

    private static String written(Instant time, ZoneId zone) throws IOException {
        JsonBuffer buffer = new JsonBuffer(false);
        new JsonTime(zone).write(time.getEpochSecond(), time.getNano(), buffer);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        buffer.writeTo(out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
