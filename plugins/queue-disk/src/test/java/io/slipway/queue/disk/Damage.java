package io.slipway.queue.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What may happen to a file while nobody looks. */
enum Damage {
    TORN_BY_ONE_BYTE {
        @Override
        void to(Path path) throws IOException {
            cut(path, Files.size(path) - 1);
        }
    },
    TORN_BY_FOUR_KIB {
        @Override
        void to(Path path) throws IOException {
            cut(path, Math.max(0, Files.size(path) - 4096));
        }
    },
    TORN_IN_HALF {
        @Override
        void to(Path path) throws IOException {
            cut(path, Files.size(path) / 2);
        }
    },
    FLIPPED_AT_THE_START {
        @Override
        void to(Path path) throws IOException {
            flip(path, 0, 96);
        }
    },
    FLIPPED_AT_THE_FIRST_EVENTS {
        @Override
        void to(Path path) throws IOException {
            flip(path, 8192, 8192 + 4096);
        }
    },
    FLIPPED_IN_THE_MIDDLE {
        @Override
        void to(Path path) throws IOException {
            flip(path, Files.size(path) / 2, Files.size(path) / 2 + 1);
        }
    },
    FLIPPED_EVERYWHERE {
        @Override
        void to(Path path) throws IOException {
            for (long at = 100; at < Files.size(path); at += 16_384) {
                flip(path, at, at + 1);
            }
        }
    },
    FLIPPED_AT_THE_END {
        @Override
        void to(Path path) throws IOException {
            flip(path, Files.size(path) - 100, Files.size(path));
        }
    },
    ZEROS_IN_THE_MIDDLE {
        @Override
        void to(Path path) throws IOException {
            zero(path, Files.size(path) / 3, Files.size(path) / 2);
        }
    },
    ZEROS {
        @Override
        void to(Path path) throws IOException {
            zero(path, 0, Files.size(path));
        }
    },
    EMPTY {
        @Override
        void to(Path path) throws IOException {
            cut(path, 0);
        }
    },
    MISSING {
        @Override
        void to(Path path) throws IOException {
            Files.delete(path);
        }
    },
    FOREIGN_CONTENT {
        @Override
        void to(Path path) throws IOException {
            Files.writeString(path, "The quick brown fox. ".repeat(9000), StandardCharsets.US_ASCII);
        }
    },
    FOREIGN_NAME {
        @Override
        void to(Path path) throws IOException {
            Files.move(path, path.resolveSibling("renamed-" + path.getFileName() + ".old"));
        }
    };

    abstract void to(Path path) throws IOException;

    private static void cut(Path path, long size) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(size);
        }
    }

    private static void flip(Path path, long from, long to) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        for (long at = from; at < Math.min(to, bytes.length); at++) {
            bytes[(int) at] ^= 0x55;
        }
        Files.write(path, bytes);
    }

    private static void zero(Path path, long from, long to) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        Arrays.fill(bytes, (int) from, (int) to, (byte) 0);
        Files.write(path, bytes);
    }
}
