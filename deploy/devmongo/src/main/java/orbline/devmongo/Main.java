package orbline.devmongo;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

import de.bwaldvogel.mongo.MongoServer;

/** Starts devmongo: --port P --file FILE [--cache-mb N]. */
public final class Main {

    private static final String USAGE = "usage: java -jar devmongo.jar --port PORT --file FILE [--cache-mb N]";
    private static final int WORKERS = 32;
    /** A page is written whole for each key that changes on it. */
    private static final int PAGE_BYTES = 4_096;
    private static final int COMPACT_EVERY_MILLIS = 1_000;

    private Main() {
    }

    public static void main(String[] args) {
        // Otherwise Netty checks the buffer twice for each byte of a document.
        System.setProperty("io.netty.buffer.checkAccessible", "false");
        System.setProperty("io.netty.buffer.checkBounds", "false");
        // Otherwise each worker keeps a buffer outside the heap, as large as its largest save.
        System.setProperty("jdk.nio.maxCachedBufferSize", "65536");
        try {
            Map<String, String> options = parse(args);
            start(Integer.parseInt(options.get("--port")), Path.of(options.get("--file")).toAbsolutePath(),
                Integer.parseInt(options.getOrDefault("--cache-mb", "16")));
        } catch (NumberFormatException | NullPointerException e) {
            fail(USAGE);
        }
    }

    private static Map<String, String> parse(String[] args) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) {
            options.put(args[i], args[i + 1]);
        }
        if (args.length % 2 != 0 || !List.of("--port", "--file", "--cache-mb").containsAll(options.keySet())) {
            fail(USAGE);
        }
        return options;
    }

    private static void start(int port, Path file, int cacheMegabytes) {
        MVStore store = open(file, cacheMegabytes);
        Storage storage = new Storage(store, new Journal(Path.of(file + ".journal")));
        Ledger ledger = new Ledger(storage);
        MongoServer server = new MongoServer(new DevBackend(storage, ledger));
        try {
            server.bind(new InetSocketAddress("127.0.0.1", port), 1, WORKERS);
        } catch (Exception e) { // netty throws the checked BindException without declaring it
            fail("cannot listen on 127.0.0.1:" + port + ": " + e.getMessage());
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.stopListening();
            ledger.close();
        }));
        compactInBackground(ledger);
        System.out.println("devmongo ready on 127.0.0.1:" + server.getLocalAddress().getPort());
    }

    /**
     * Only the storage commits and compacts, so that no incomplete command is saved. Therefore the store has no buffer
     * limit and no fill rate of its own, and a delay of weeks, because without one it has no threads for saves.
     */
    private static MVStore open(Path file, int cacheMegabytes) {
        try {
            Files.createDirectories(file.getParent());
            MVStore store = new MVStore.Builder().fileName(file.toString()).cacheSize(cacheMegabytes)
                .pageSplitSize(PAGE_BYTES).autoCommitDisabled().autoCommitBufferSize(0).autoCompactFillRate(0).open();
            store.setVersionsToKeep(0);
            store.setRetentionTime(0);
            store.setAutoCommitDelay(Integer.MAX_VALUE);
            return store;
        } catch (MVStoreException e) {
            fail(e.getErrorCode() == DataUtils.ERROR_FILE_LOCKED
                ? file + " is in use by another process" : "cannot open " + file + ": " + e.getMessage());
        } catch (IOException e) {
            fail("cannot create the folder of " + file + ": " + e.getMessage());
        }
        throw new IllegalStateException();
    }

    private static void compactInBackground(Ledger ledger) {
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(COMPACT_EVERY_MILLIS);
                    ledger.compact();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "compaction");
        thread.setDaemon(true);
        thread.start();
    }

    private static void fail(String message) {
        System.err.println("devmongo: " + message);
        Runtime.getRuntime().halt(1);
    }
}
