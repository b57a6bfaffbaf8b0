package io.slipway.pipeline;

import io.slipway.api.queue.Vault;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * The vault of the queue that a file names, for one command. Asked for when the first sealed letter is met, so letters in
 * clear can be looked at without any key. Safe for all threads.
 */
final class ConfiguredVault implements Vault {

    private final QueueCall call;
    private final Map<String, String> options;
    private Optional<Vault> found = Optional.empty();
    private String problem = "";

    ConfiguredVault(QueueCall call, Map<String, String> options) {
        this.call = call;
        this.options = options;
    }

    @Override
    public byte[] seal(byte[] plain) {
        throw new UnsupportedOperationException("a command only opens");
    }

    @Override
    public synchronized byte[] open(byte[] sealed) throws IOException {
        if (found.isEmpty() && problem.isEmpty()) {
            look();
        }
        if (found.isEmpty()) {
            throw new IOException(problem);
        }
        return found.get().open(sealed);
    }

    private void look() {
        try {
            found = call.vault(options);
            problem = found.isPresent() ? "" : "the queue of the configuration has no key";
        } catch (IOException e) {
            problem = e.getMessage() == null ? e.toString() : e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = "interrupted";
        }
    }
}
