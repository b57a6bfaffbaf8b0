package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What cursors do with the files they read. */
@Timeout(60)
class OpenFilesTest {

    @TempDir
    Path folder;

    private final ConcurrentHashMap<Path, Integer> openFiles = new ConcurrentHashMap<>();
    private volatile Path broken;

    @Test
    void deletesAFileThatACursorHasReadToItsEnd() throws Exception {
        fill(1000);

        try (DiskQueue queue = Queues.open(Queues.plain(), folder, Queues.ROOMY, watched())) {
            Cursor cursor = queue.cursor("one", Start.OLDEST);
            List<Path> read = Numbered.segments(folder);
            assertThat(Numbered.drain(cursor)).hasSize(1000);

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(Numbered.segments(folder)).doesNotContainAnyElementsOf(read));
            assertThat(openFiles.keySet()).doesNotContainAnyElementsOf(read);
        }
    }

    @Test
    void givesNothingTwiceWhileTheNextFileCannotBeRead() throws Exception {
        fill(1000);
        try (DiskQueue queue = Queues.open(Queues.plain(), folder, Queues.ROOMY, watched())) {
            broken = Numbered.segments(folder).get(1);
            Cursor cursor = queue.cursor("one", Start.OLDEST);
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Lease lease = cursor.take(1000, 1 << 20, Duration.ZERO);
                lease.events().forEach(event -> numbers.add(Numbered.number(event)));
                lease.done();
            }
            assertThat(numbers).isNotEmpty().doesNotHaveDuplicates();
            broken = null;
            numbers.addAll(Numbered.drain(cursor));

            assertThat(numbers).isEqualTo(Numbered.range(0, 1000));
        }
    }

    @Test
    void namesANewGenerationWhenAFileIsGivenUp() throws Exception {
        fill(1000);
        try (DiskQueue queue = Queues.open(Queues.plain(), folder, Queues.ROOMY, watched())) {
            broken = Numbered.segments(folder).get(1);
            String generation = queue.generation();
            Cursor cursor = queue.cursor("one", Start.OLDEST);
            int got = Numbered.drain(cursor).size();

            assertThat(cursor.lost()).isPositive().isEqualTo(1000 - got);
            assertThat(queue.generation()).isNotEqualTo(generation);
        }
    }

    private void fill(int count) throws Exception {
        try (DiskQueue queue = Queues.open(Queues.plain(), folder, Queues.ROOMY, new LocalDisk())) {
            queue.cursor("one", Start.OLDEST);
            Numbered.append(queue, 0, count);
        }
    }

    /** One that deletes no open file, as on Windows, and does not open {@link #broken}. */
    private Disk watched() {
        Disk beneath = new LocalDisk();
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    Path path = arguments[0] instanceof Path given ? given : null;
                    if (method.getName().equals("delete") && openFiles.containsKey(path)) {
                        throw new IOException("in use");
                    }
                    if (method.getName().equals("open") && path.equals(broken)) {
                        throw new IOException("Input/output error");
                    }
                    try {
                        Object answer = method.invoke(beneath, arguments);
                        return answer instanceof Disk.DiskFile file ? counted(file, path) : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Disk.DiskFile counted(Disk.DiskFile file, Path path) {
        openFiles.merge(path, 1, Integer::sum);
        return (Disk.DiskFile) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.DiskFile.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        openFiles.merge(path, -1, (count, less) -> count == 1 ? null : count + less);
                    }
                    try {
                        return method.invoke(file, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
