// Original file: admin/v1/audit.proto


export interface NoteActionRequest {
  /**
   * User id of the admin.
   */
  'actorId'?: (string) | undefined;
  /**
   * sign-in or read-table.
   */
  'action'?: (string) | undefined;
  /**
   * user or list.
   */
  'targetKind'?: (string) | undefined;
  'targetId'?: (string) | undefined;
}

export interface NoteActionRequest__Output {
  /**
   * User id of the admin.
   */
  'actorId': (string);
  /**
   * sign-in or read-table.
   */
  'action': (string);
  /**
   * user or list.
   */
  'targetKind': (string);
  'targetId': (string);
}
