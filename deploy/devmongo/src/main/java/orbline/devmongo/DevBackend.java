package orbline.devmongo;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.AbstractMongoBackend;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerException;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import io.netty.channel.Channel;

/** Receives every command, refuses unsupported ones, and runs the others under the right lock. */
final class DevBackend extends AbstractMongoBackend {

    private static final Set<String> UNLOCKED = Set.of("ismaster", "ping", "buildinfo", "whatsmyuri",
        "serverstatus", "getmore", "killcursors");
    private static final Set<String> READS = Set.of("find", "count", "distinct", "aggregate", "listcollections",
        "listindexes", "collstats", "explain", "dbstats", "getlog", "hostinfo", "connectionstatus");
    /** The library would send a result of any size in one message. */
    private static final Set<String> BATCHED = Set.of("find", "getmore");
    private static final int BATCH = 1_000;
    /** Stages that write or that change their input documents. */
    private static final List<String> WRITING_STAGES = List.of("$out", "$merge", "$addFields");

    private final Storage storage;
    private final Ledger ledger;

    DevBackend(Storage storage, Ledger ledger) {
        super(Clock.tickMillis(ZoneOffset.UTC));
        this.storage = storage;
        this.ledger = ledger;
        version(new DriverVersion());
        storage.collections().map(Utils::firstFragment).distinct().forEach(this::resolveDatabase);
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String name) {
        return new DevDatabase(name, storage, getCursorRegistry());
    }

    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
        Refusals.check(command, query);
        String name = command.toLowerCase(Locale.ROOT);
        try {
            if (name.equals("hello")) {
                return super.handleCommand(channel, database, "ismaster", query).append("isWritablePrimary", true);
            } else if (BATCHED.contains(name)) {
                query.putIfAbsent("batchSize", BATCH);
            }
            if (UNLOCKED.contains(name)) {
                return super.handleCommand(channel, database, command, query);
            } else if (isRead(name, database, query)) {
                return ledger.read(() -> super.handleCommand(channel, database, command, query));
            }
            return ledger.write(() -> super.handleCommand(channel, database, command, query));
        } catch (MongoServerException e) {
            throw e;
        } catch (RuntimeException e) {
            System.err.println("devmongo: " + command + " failed");
            e.printStackTrace();
            throw e;
        }
    }

    /** Legacy OP_QUERY reads, which no supported driver sends, would bypass the lock. */
    @Override
    public QueryResult handleQuery(MongoQuery query) {
        throw Refusals.notSupported("OP_QUERY");
    }

    private boolean isRead(String command, String database, Document query) {
        boolean isKnown = listDatabaseNames().contains(database) || database.equals("admin");
        return isKnown && READS.contains(command)
            && !(command.equals("aggregate") && WRITING_STAGES.stream().anyMatch(query.toString()::contains));
    }

    /** Driver 7 wants wire version 9 at least; the library reports 8. */
    private static final class DriverVersion implements MongoVersion {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 13;
        }
    }
}
