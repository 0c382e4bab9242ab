/** How messages look in TypeScript. The generator gets the same options as flags, and a test checks that they agree. */
export const loaderOptions = {
  longs: Number,
  enums: String,
  defaults: true,
  oneofs: true,
} as const;

/** The same options as command-line flags of proto-loader-gen-types. */
export const generatorFlags = [
  "--longs=Number",
  "--enums=String",
  "--defaults",
  "--oneofs",
  "--includeComments",
  "--grpcLib=@grpc/grpc-js",
  "--importFileExtension=.ts",
] as const;
