import { memoryUsers } from "./memory-users.ts";
import { usersSuite } from "./users-suite.ts";

const users = memoryUsers();

usersSuite("memory", () => users);
