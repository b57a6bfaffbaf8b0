/**
 * Reads the folder of a libbeat disk queue: its position, its segments of versions 0 to 2, and their events.
 *
 * <p>Nothing in such a folder is ever changed here but a file of our own, {@link io.slipway.cli.libbeat.Progress}. All numbers in the
 * files are little-endian; those called unsigned below are so.
 *
 * <pre>
 * state.dat   u32 version (0, 1), u64 segment, u64 byte, from version 1 u64 frame: what was acknowledged last ends here.
 * ID.seg      a header, then frames up to the end of the file; ids rise. The header is
 *               version 0   u32 version
 *               version 1   u32 version, u32 count of frames; 0 while the file is open for writing
 *               version 2   the same, u32 options: 1 encrypted, 2 compressed, 4 protobuf
 *             Encrypted: 16 bytes of initialization vector follow, the rest is AES-128-CTR. Compressed: what follows, or what was
 *             decrypted, is an LZ4 frame stream. Positions count the header and what is decrypted and decompressed, and no vector.
 * frame       u32 length of all of it, payload, u32 CRC-32 of length and payload, u32 length once more.
 * payload     JSON (version 0), CBOR, or a protobuf event: timestamp in nanoseconds, flags, meta, fields.
 * </pre>
 */
package io.slipway.cli.libbeat;
