import type { Connection } from "mongoose";
import { expect, it } from "vitest";
import { grantDatabaseAccess } from "./access.ts";

const passwords = { identity: "i", billing: "b", prediction: "p", admin: "a" };

/** A connection that records commands; `users` exist already, in the database of their service. */
function recorder(users: string[] = []) {
  const commands: [database: string, command: Record<string, unknown>][] = [];
  const db = (name: string) => ({
    command: (command: Record<string, unknown>) => {
      if (!("usersInfo" in command)) commands.push([name, command]);
      const found = users.filter((user) => name === `orbline_${user}`);
      return Promise.resolve({ users: found.filter((user) => user === command["usersInfo"]) });
    },
  });
  return { commands, connection: { getClient: () => ({ db }) } as unknown as Connection };
}

it("makes a user for each service, who may read and write the service's own database only", async () => {
  const { commands, connection } = recorder();
  await grantDatabaseAccess(connection, passwords);
  expect(commands).toHaveLength(4);
  expect(commands).toContainEqual([
    "orbline_billing",
    {
      createUser: "billing",
      pwd: "b",
      roles: [{ role: "readWrite", db: "orbline_billing" }],
    },
  ]);
  for (const [database, { roles }] of commands)
    expect(roles).toEqual([{ role: "readWrite", db: database }]);
});

it("sets password and rights of a user who exists", async () => {
  const { commands, connection } = recorder(["admin"]);
  await grantDatabaseAccess(connection, passwords);
  expect(commands.map(([, command]) => Object.keys(command)[0])).toEqual([
    "createUser",
    "createUser",
    "createUser",
    "updateUser",
  ]);
  expect(commands.at(-1)?.[1]).toMatchObject({ updateUser: "admin", pwd: "a" });
});
