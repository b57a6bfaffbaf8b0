package io.slipway.itests.benchmarks;

import java.util.List;
import java.util.stream.IntStream;

/** What stands behind the name of a benchmark: {@code --name value}, any number of times. */
record Options(List<String> words) {

    static Options of(String[] args) {
        return new Options(List.of(args));
    }

    String get(String name, String byDefault) {
        return IntStream.range(0, words.size() - 1)
                .filter(i -> words.get(i).equals("--" + name))
                .mapToObj(i -> words.get(i + 1))
                .findFirst()
                .orElse(byDefault);
    }

    int number(String name, int byDefault) {
        return Integer.parseInt(get(name, Integer.toString(byDefault)));
    }

    double decimal(String name, double byDefault) {
        return Double.parseDouble(get(name, Double.toString(byDefault)));
    }

    /** The parts of a value between commas. */
    List<String> list(String name, String byDefault) {
        return List.of(get(name, byDefault).split(","));
    }
}
