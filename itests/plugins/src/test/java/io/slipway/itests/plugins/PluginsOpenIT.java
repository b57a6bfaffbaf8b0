package io.slipway.itests.plugins;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.slipway.api.config.EncoderChoice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Output;
import io.slipway.api.output.OutputFactory;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueFactory;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncoderFactory;
import io.slipway.api.serializer.EventWriter;
import io.slipway.api.serializer.Serializer;
import io.slipway.core.config.Configurations;
import io.slipway.core.config.Section;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.inject.Inject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** Opens one instance of every plugin with nothing but its defaults, inside the framework, and makes it work once. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class PluginsOpenIT {

    private static final Content CONTENT = new Content(
            Optional.of(Instant.EPOCH),
            Source.NONE,
            DataStream.NONE,
            Fields.EMPTY,
            Fields.of(Map.of("message", new Value.Text("hello"), "took", Value.of(0.1), "of", Value.of(0.1f))));

    @Inject
    private BundleContext context;

    @Inject
    private Configurations configurations;

    private Path folder;
    private TestContext host;

    @Configuration
    public Option[] shipped() throws IOException {
        return Shipped.everything();
    }

    @Before
    public void makeAContext() throws IOException {
        folder = Files.createTempDirectory(Path.of(context.getProperty("slipway.data")), "open");
        host = new TestContext(folder.resolve("instance"), this::encoder);
    }

    @After
    public void closeTheContext() {
        host.close();
    }

    @Test
    public void everyOutputOpensAndDelivers() throws Exception {
        Set<String> opened = new TreeSet<>();

        for (OutputFactory<?> factory : services(OutputFactory.class)) {
            try (Output output = open(factory)) {
                Delivery delivery = output.deliver(List.of(event()));
                assertEquals(factory.type(), Delivery.delivered(1), delivery);
            }
            opened.add(factory.type());
        }

        assertTrue(opened.toString(), opened.containsAll(Set.of("console", "discard", "file")));
    }

    @Test
    public void everyQueueOpensEmpty() throws Exception {
        Set<String> opened = new TreeSet<>();

        for (QueueFactory<?> factory : services(QueueFactory.class)) {
            try (EventQueue queue = open(factory)) {
                assertTrue(factory.type(), queue.maxEventSize() > 0);
            }
            opened.add(factory.type());
        }

        assertTrue(opened.toString(), opened.contains("mem"));
    }

    @Test
    public void everyEncoderEncodes() throws Exception {
        Set<String> opened = new TreeSet<>();

        for (EncoderFactory<?> factory : services(EncoderFactory.class)) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            open(factory).encode(event(), out);
            assertFalse(factory.id(), out.toString().isEmpty());
            opened.add(factory.id());
        }

        assertTrue(opened.toString(), opened.containsAll(Set.of("format", "json")));
    }

    @Test
    public void everySerializerGivesBackWhatItTook() throws Exception {
        Set<String> tried = new TreeSet<>();

        for (Serializer serializer : services(Serializer.class)) {
            assertEquals(serializer.id(), CONTENT, serializer.read(serializer.write(CONTENT)));
            tried.add(serializer.id());
        }

        assertTrue(tried.toString(), tried.containsAll(Set.of("cbor", "json", "protobuf")));
    }

    @Test
    public void everySerializerTakesOverFromEveryOther() {
        for (Serializer from : services(Serializer.class)) {
            for (Serializer to : services(Serializer.class)) {
                EventWriter writer = to.writer();
                from.visit(from.write(CONTENT), writer.visitor());
                assertEquals(from.id() + " to " + to.id(), to.write(CONTENT), writer.finish());
            }
        }
    }

    private <S extends Record> Output open(OutputFactory<S> factory) throws Exception {
        String path = factory.type().equals("file") ? ", path: " + folder : "";
        Section section = section("outputs: {one: {type: " + factory.type() + path + "}}");
        return factory.open(section.bind(factory.settings()), host);
    }

    private <S extends Record> EventQueue open(QueueFactory<S> factory) throws Exception {
        Section section = section("outputs: {one: {type: later}}");
        return factory.open(section.bind(factory.settings()), host);
    }

    private <S extends Record> Encoder open(EncoderFactory<S> factory) throws Exception {
        String needed = factory.id().equals("format") ? ", string: \"%{[message]}\"" : "";
        return factory.open(
                section("outputs: {one: {type: later" + needed + "}}").bind(factory.settings()), host);
    }

    private Encoder encoder(EncoderChoice choice) {
        for (EncoderFactory<?> factory : services(EncoderFactory.class)) {
            if (factory.id().equals(choice.id())) {
                return encoder(factory, choice);
            }
        }
        throw new IllegalStateException("no encoder \"" + choice.id() + "\"");
    }

    private <S extends Record> Encoder encoder(EncoderFactory<S> factory, EncoderChoice choice) {
        return factory.open(factory.settings().cast(choice.settings()), host);
    }

    /** The section of the only output in a configuration with {@code outputs}; one without a plugin is not checked. */
    private Section section(String outputs) throws Exception {
        Path file = Files.writeString(folder.resolve("slipway.yml"), outputs + "\n");
        return configurations
                .read(file, List.of(), Configurations.MissingPlugin.NOTICE)
                .outputs()
                .get(0)
                .settings();
    }

    private Event event() {
        Serializer serializer = services(Serializer.class).iterator().next();
        return Event.ofContent(new EventId(1, 0), serializer, CONTENT);
    }

    private <T> List<T> services(Class<T> type) {
        try {
            Collection<ServiceReference<T>> found = context.getServiceReferences(type, null);
            return found.stream().sorted().map(context::getService).toList();
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
