package io.slipway.api.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One setting: a component of a settings record. Its key is the component's name in lower case with {@code _} between
 * words. The host makes everything from it: the check of the file, the defaults, the reference pages, the schema.
 *
 * <p>Types: {@code String}, {@code boolean}, {@code int}, {@code long}, {@code double}, {@link java.time.Duration}
 * ({@code 1m30s}, a bare number is seconds), {@link ByteSize}, {@link java.nio.file.Path}, enums (lower case), {@link
 * EncoderChoice}, records of settings (a group), {@code List}, {@code Map} with text keys, and {@link java.util.Optional}
 * of these. A group without any given key is made of its defaults.
 *
 * <p>It is kept on the component's field too: there bnd sees it, so the bundle of a settings record imports this package.
 */
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Setting {

    /** One sentence: what it sets. */
    String value();

    /**
     * The default, as a user would write it. Without one the setting is required, unless it is optional, a list, a map
     * (both empty) or a group.
     */
    String byDefault() default NONE;

    /** The value is never shown. */
    boolean secret() default false;

    /**
     * Other keys that mean the same; they keep working and a warning names the right one. One that begins with a dot
     * stands beside the group that the setting is in: {@code .flushtimeout} of {@code flush.timeout}.
     */
    String[] aliases() default {};

    /** Marks that there is no default; not to be written by anyone. */
    String NONE = "\u0000";
}
