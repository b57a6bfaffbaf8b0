package io.slipway.core.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration with mistakes: all of them, in the order of the file. */
public final class InvalidConfiguration extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    public InvalidConfiguration(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }

    /**
     * One mistake, or one remark.
     *
     * @param place the file and line, such as {@code slipway.yml:12}; empty if it stands nowhere
     * @param sentence what is wrong, with the setting's path first
     */
    public record Problem(String place, String sentence) {

        @Override
        public String toString() {
            return place.isEmpty() ? sentence : place + ": " + sentence;
        }
    }
}
