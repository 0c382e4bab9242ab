/** How messages look in TypeScript; the generator gets the same choices as flags (a test holds them together). */
export const loaderOptions = {
  longs: Number,
  enums: String,
  defaults: true,
  oneofs: true,
} as const;

/** The same choices as command-line flags of proto-loader-gen-types. */
export const generatorFlags = [
  "--longs=Number",
  "--enums=String",
  "--defaults",
  "--oneofs",
  "--includeComments",
  "--grpcLib=@grpc/grpc-js",
  "--importFileExtension=.ts",
] as const;
