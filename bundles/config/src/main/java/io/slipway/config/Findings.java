package io.slipway.config;

import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.InvalidConfiguration.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with a configuration, and what is merely worth knowing. For one thread. */
final class Findings {

    private record Found(Place place, String sentence) {
        Problem problem() {
            return new Problem(place.toString(), sentence);
        }
    }

    private final List<Found> mistakes = new ArrayList<>();
    private final List<Found> notices = new ArrayList<>();

    /** @param sentence the setting's path first, a full stop last */
    void mistake(Place place, String sentence) {
        mistakes.add(new Found(place, sentence));
    }

    void notice(Place place, String sentence) {
        notices.add(new Found(place, sentence));
    }

    /** How many mistakes there are so far; for asking whether a step added one. */
    int mistakes() {
        return mistakes.size();
    }

    /** The remarks, in the order of the file. */
    List<Problem> notices() {
        return inOrder(notices);
    }

    /** @throws InvalidConfiguration with all mistakes in the order of the file, if there is one */
    void refuseMistakes() throws InvalidConfiguration {
        if (!mistakes.isEmpty()) {
            throw new InvalidConfiguration(inOrder(mistakes));
        }
    }

    private static List<Problem> inOrder(List<Found> found) {
        return found.stream()
                .sorted(Comparator.comparing(Found::place))
                .map(Found::problem)
                .distinct()
                .toList();
    }
}
