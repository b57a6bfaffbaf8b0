package io.slipway.api.config;

/**
 * A setting that breaks its rule: the user's mistake. Thrown by the constructor of a settings record; the host puts the
 * place in the file before it.
 */
public final class SettingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String key;
    private final String rule;

    /**
     * @param key the setting's key within its record, such as {@code roll_size}
     * @param value what it was, shown in quotes; never a secret
     * @param rule what it must be, without a full stop, such as {@code must be at least 1MiB}
     */
    public SettingException(String key, Object value, String rule) {
        super(key + ": \"" + value + "\" " + rule + ".");
        this.key = key;
        this.rule = rule;
    }

    public String key() {
        return key;
    }

    public String rule() {
        return rule;
    }
}
