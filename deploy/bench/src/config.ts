/** The environment that the programs of a run start in, each with some variables of its own. */
export const inheritedEnv = (): NodeJS.ProcessEnv => process.env;
