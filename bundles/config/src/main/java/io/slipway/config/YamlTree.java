package io.slipway.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Turns YAML text into items with their lines. Aliases are copied out, up to {@link #MOST_ITEMS} in all; nothing of the
 * text gets into a sentence, because it may be a secret. For one text and one thread.
 */
final class YamlTree {

    /** More values than any configuration has; bounds what aliases can grow to. */
    static final int MOST_ITEMS = 100_000;

    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> PLAIN_TAGS = Set.of(
            "tag:yaml.org,2002:str",
            "tag:yaml.org,2002:int",
            "tag:yaml.org,2002:float",
            "tag:yaml.org,2002:bool",
            "tag:yaml.org,2002:map",
            "tag:yaml.org,2002:seq");

    private final String source;
    private final Findings findings;
    private final GroupFiller filler;
    private final Map<String, Item> anchors = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private Iterator<Event> events;
    private int items;

    /** @param source the file's name */
    YamlTree(String source, Findings findings) {
        this.source = source;
        this.findings = findings;
        this.filler = new GroupFiller(findings);
    }

    /** Reads one document whose root is a map; what is wrong is told, and what could be read is returned. */
    Item.Group read(String text) {
        Item.Group empty = Item.Group.empty(new Place(source, 1));
        try {
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(source)
                    .setCodePointLimit(Integer.MAX_VALUE)
                    .build();
            events = new Parse(settings).parseString(text).iterator();
            return document(empty);
        } catch (Unreadable end) {
            findings.mistake(end.place, end.getMessage());
        } catch (MarkedYamlEngineException syntax) {
            int line = syntax.getProblemMark()
                    .or(syntax::getContextMark)
                    .map(mark -> mark.getLine() + 1)
                    .orElse(1);
            findings.mistake(new Place(source, line), sentence(syntax.getProblem()));
        } catch (ReaderException letter) {
            long line = 1
                    + text.codePoints()
                            .limit(letter.getPosition())
                            .filter(c -> c == '\n')
                            .count();
            findings.mistake(
                    new Place(source, (int) line),
                    String.format("The file has the control character U+%04X. Remove it.", letter.getCodePoint()));
        } catch (YamlEngineException other) {
            findings.mistake(new Place(source, 1), "The file is not YAML.");
        }
        return empty;
    }

    private Item.Group document(Item.Group empty) {
        events.next();
        Event start = events.next();
        if (start.getEventId() == Event.ID.StreamEnd) {
            return empty;
        }
        Event root = events.next();
        Item item = item(root, place(root), "", 0);
        events.next();
        Event end = events.next();
        if (end.getEventId() != Event.ID.StreamEnd) {
            findings.mistake(place(end), "The file has a second document after ---. Write one document.");
        }
        if (item instanceof Item.Group group) {
            return group;
        }
        if (!(item instanceof Item.Nothing)) {
            findings.mistake(item.place(), "The file must be a map of settings, such as shipper: {}.");
        }
        return empty;
    }

    private Item item(Event event, Place place, String path, int depth) {
        if (depth > GroupFiller.DEEPEST) {
            throw new Unreadable(place(event), GroupFiller.tooDeep(path));
        }
        count(1, event);
        if (event instanceof AliasEvent alias) {
            return alias(alias, place);
        }
        String anchor = event instanceof NodeEvent node
                ? node.getAnchor().map(Object::toString).orElse(null)
                : null;
        if (anchor != null) {
            open.add(anchor);
        }
        Item item = switch (event.getEventId()) {
            case Scalar -> scalar((ScalarEvent) event, place);
            case SequenceStart -> sequence((SequenceStartEvent) event, place, path, depth);
            case MappingStart -> mapping((MappingStartEvent) event, place, path, depth);
            default -> throw new Unreadable(place(event), "The file is not YAML.");
        };
        if (anchor != null) {
            open.remove(anchor);
            anchors.put(anchor, item);
        }
        return item;
    }

    private Item alias(AliasEvent event, Place place) {
        String name = event.getAlias().toString();
        if (open.contains(name)) {
            throw new Unreadable(place(event), "A value contains itself by an alias (*). Write the value out.");
        }
        Item item = anchors.get(name);
        if (item == null) {
            throw new Unreadable(
                    place(event),
                    "A value starts with * but no anchor (&) of that name stands above. Put the value in quotes if it is a text.");
        }
        count(size(item), event);
        return GroupFiller.copy(item, place);
    }

    private Item scalar(ScalarEvent event, Place place) {
        event.getTag().ifPresent(tag -> refuseUnknown(tag, event));
        boolean plain =
                event.getScalarStyle() == ScalarStyle.PLAIN && event.getTag().isEmpty();
        return plain && NULLS.contains(event.getValue())
                ? new Item.Nothing(place)
                : new Item.Scalar(event.getValue(), Item.Origin.FILE, place);
    }

    private Item sequence(SequenceStartEvent start, Place place, String path, int depth) {
        start.getTag().ifPresent(tag -> refuseUnknown(tag, start));
        List<Item> elements = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            elements.add(item(event, place(event), path, depth + 1));
        }
        return new Item.Sequence(elements, place);
    }

    private Item mapping(MappingStartEvent start, Place place, String path, int depth) {
        start.getTag().ifPresent(tag -> refuseUnknown(tag, start));
        Item.Group group = Item.Group.empty(place);
        List<Item> merged = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(event instanceof ScalarEvent key)) {
                throw new Unreadable(place(event), "A key must be a word, not a list, a map or an alias.");
            }
            String name = key.getValue();
            Item value = item(events.next(), place(key), GroupFiller.join(path, name), depth + 1);
            if (name.equals("<<") && key.isPlain()) {
                merged.add(value);
            } else {
                filler.put(group, path, name, value, depth);
            }
        }
        Item.Group whole = group;
        for (Item below : merged) {
            whole = below(whole, below);
        }
        return whole;
    }

    /** YAML's merge key: what is written here wins over what is merged in. */
    private Item.Group below(Item.Group group, Item merged) {
        if (merged instanceof Item.Group base) {
            Item.Group whole = GroupFiller.merge(base, group);
            return new Item.Group(whole.items(), group.place());
        }
        if (merged instanceof Item.Sequence sequence) {
            Item.Group whole = group;
            for (Item base : sequence.items()) {
                whole = below(whole, base);
            }
            return whole;
        }
        throw new Unreadable(merged.place(), "The key << merges maps in, so its value must be an alias of a map.");
    }

    private void refuseUnknown(String tag, Event event) {
        if (!PLAIN_TAGS.contains(tag)) {
            throw new Unreadable(
                    place(event), "A value has a tag (!) that means nothing here. Put the value in quotes.");
        }
    }

    private void count(int more, Event event) {
        items += more;
        if (items > MOST_ITEMS) {
            throw new Unreadable(
                    place(event), "The file has more than " + MOST_ITEMS + " values, aliases (*) counted in full.");
        }
    }

    private static int size(Item item) {
        if (item instanceof Item.Group group) {
            return 1 + group.items().values().stream().mapToInt(YamlTree::size).sum();
        }
        if (item instanceof Item.Sequence sequence) {
            return 1 + sequence.items().stream().mapToInt(YamlTree::size).sum();
        }
        return 1;
    }

    private Place place(Event event) {
        return new Place(
                source, event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1));
    }

    /** The parser's remark as a sentence; only those that quote nothing of the text are passed on. */
    private static String sentence(String problem) {
        if (problem == null) {
            return "The file is not YAML.";
        }
        if (problem.contains("TAB")) {
            return "A line is indented with a tab. Use spaces.";
        }
        if (problem.contains("cannot start any token")) {
            return "A value starts with a letter that has a meaning in YAML. Put the value in quotes.";
        }
        if (problem.contains("mapping values are not allowed")) {
            return "A colon stands where no key can be. Check the indentation, or put the value in quotes.";
        }
        if (problem.contains("could not find expected ':'")) {
            return "A key has no colon after it.";
        }
        if (problem.contains("end of stream") || problem.contains("StreamEnd") || problem.contains("stream end")) {
            return "The file ends in the middle of a value. Close the quote or bracket.";
        }
        if (problem.contains("block end")) {
            return "The indentation fits no line above.";
        }
        return "The file is not YAML here. Check quotes, brackets and indentation.";
    }

    /** Reading cannot go on behind this. */
    private static final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient Place place;

        Unreadable(Place place, String sentence) {
            super(sentence, null, false, false);
            this.place = place;
        }
    }
}
