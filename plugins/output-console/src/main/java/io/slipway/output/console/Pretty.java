package io.slipway.output.console;

import io.slipway.api.config.EncoderChoice;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Sets {@code pretty} in the settings of an encoder, whose record belongs to another plugin: the one old key that reaches
 * into it.
 */
final class Pretty {

    private static final String NAME = "pretty";

    private Pretty() {}

    static boolean isKnownTo(EncoderChoice choice) {
        return Arrays.stream(choice.settings().getClass().getRecordComponents()).anyMatch(Pretty::isPretty);
    }

    static EncoderChoice of(EncoderChoice choice, boolean pretty) {
        Class<? extends Record> type = choice.settings().getClass();
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                Method accessor = components[i].getAccessor();
                accessor.setAccessible(true);
                types[i] = components[i].getType();
                values[i] = isPretty(components[i]) ? pretty : accessor.invoke(choice.settings());
            }
            Constructor<? extends Record> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return new EncoderChoice(choice.id(), constructor.newInstance(values));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot change " + type.getName(), e);
        }
    }

    private static boolean isPretty(RecordComponent component) {
        return component.getName().equals(NAME) && component.getType() == boolean.class;
    }
}
