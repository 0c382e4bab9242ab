// Original file: admin/v1/admin_accounts.proto


export interface ExportUserResponse {
  /**
   * A JSON object of lists; the lists of all pages belong together.
   */
  'json'?: (string) | undefined;
  /**
   * Empty on the last page.
   */
  'nextCursor'?: (string) | undefined;
}

export interface ExportUserResponse__Output {
  /**
   * A JSON object of lists; the lists of all pages belong together.
   */
  'json': (string);
  /**
   * Empty on the last page.
   */
  'nextCursor': (string);
}
