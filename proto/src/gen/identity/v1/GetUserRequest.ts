// Original file: identity/v1/identity.proto


export interface GetUserRequest {
  'id'?: (string) | undefined;
  'username'?: (string) | undefined;
  'email'?: (string) | undefined;
  'key'?: "id"|"username"|"email";
}

export interface GetUserRequest__Output {
  'id'?: (string);
  'username'?: (string);
  'email'?: (string);
  'key'?: "id"|"username"|"email";
}
