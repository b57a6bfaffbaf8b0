package io.slipway.itests.plugins;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** The libraries that the disk queue carries along work inside the framework, those with native code too. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class DiskCodecIT {

    private static final byte[] CONTENT = new byte[5000];

    @Inject
    private BundleContext context;

    @Configuration
    public Option[] shipped() throws IOException {
        return Shipped.everything();
    }

    @Test
    public void zstdLoadsItsNativeCode() throws Exception {
        Class<?> zstd = diskQueue().loadClass("com.github.luben.zstd.Zstd");

        byte[] small = (byte[]) zstd.getMethod("compress", byte[].class).invoke(null, (Object) CONTENT);
        byte[] back =
                (byte[]) zstd.getMethod("decompress", byte[].class, int.class).invoke(null, small, CONTENT.length);

        assertTrue(small.length < 100);
        assertArrayEquals(CONTENT, back);
    }

    @Test
    public void lz4LoadsItsNativeCode() throws Exception {
        Class<?> factory = diskQueue().loadClass("net.jpountz.lz4.LZ4Factory");

        Object made = factory.getMethod("nativeInstance").invoke(null);

        assertEquals("LZ4Factory:JNI", made.toString());
    }

    @Test
    public void aStoreOpensWithNothingElse() throws Exception {
        Class<?> store = diskQueue().loadClass("org.h2.mvstore.MVStore");

        try (AutoCloseable inMemory =
                (AutoCloseable) store.getMethod("open", String.class).invoke(null, (Object) null)) {
            Object map = store.getMethod("openMap", String.class).invoke(inMemory, "map");
            map.getClass().getMethod("put", Object.class, Object.class).invoke(map, "key", "value");

            assertEquals("value", map.getClass().getMethod("get", Object.class).invoke(map, "key"));
        }
    }

    private Bundle diskQueue() {
        return Stream.of(context.getBundles())
                .filter(bundle -> "io.slipway.queue.disk".equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }
}
