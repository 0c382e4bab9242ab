import type { Connection } from "mongoose";

/** The services with data: each has a database and a user of Kafka and MongoDB of its name. */
export const dataServices = ["identity", "billing", "prediction", "admin"] as const;

export type DataService = (typeof dataServices)[number];

/** The database of a service. A prefix, because MongoDB keeps its own users in the database named admin. */
export const databaseOf = (service: DataService): string => `orbline_${service}`;

/**
 * Makes MongoDB's user of each service, in the service's own database, where it may read and write and nothing else.
 * An existing user gets this password and these rights. `connection` must be a user that may make users.
 */
export async function grantDatabaseAccess(
  connection: Connection,
  passwords: Record<DataService, string>,
): Promise<void> {
  const client = connection.getClient();
  for (const service of dataServices) {
    const database = client.db(databaseOf(service));
    const { users } = await database.command({ usersInfo: service });
    const command = users.length === 0 ? "createUser" : "updateUser";
    const roles = [{ role: "readWrite", db: databaseOf(service) }];
    await database.command({ [command]: service, pwd: passwords[service], roles });
  }
}
