package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An authority of the test's own, made by the JDK's keytool, and certificates that it signed.
 *
 * @param folder where the PEM files are
 */
record Certificates(Path folder) {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String STORE = "all.p12";

    /** Makes the authority, and a key and certificate for {@code server} and for {@code client}. */
    static Certificates make(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Certificates made = new Certificates(Files.createDirectories(folder));
        made.pair("authority", "-ext", "bc:c");
        made.pair("server", "-signer", "authority", "-ext", "san=dns:localhost,ip:127.0.0.1");
        made.pair("client", "-signer", "authority");
        made.pair("stranger");
        for (String name : List.of("authority", "server", "client", "stranger")) {
            made.write(name);
        }
        return made;
    }

    Path certificate(String name) {
        return folder.resolve(name + ".crt");
    }

    Path key(String name) {
        return folder.resolve(name + ".key");
    }

    private void pair(String name, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-keyalg",
                "EC",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                folder.resolve(STORE).toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(process.exitValue())
                .as(() -> String.join("\n", Running.wholeLines(folder.resolve("keytool.log"))))
                .isZero();
    }

    private void write(String name) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve(STORE))) {
            store.load(in, PASSWORD);
        }
        Files.writeString(
                key(name), pem("PRIVATE KEY", store.getKey(name, PASSWORD).getEncoded()));
        StringBuilder chain = new StringBuilder();
        for (Certificate certificate : store.getCertificateChain(name)) {
            chain.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        Files.writeString(certificate(name), chain);
    }

    private static String pem(String kind, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(bytes);
        return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
    }
}
