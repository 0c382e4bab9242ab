// Original file: admin/v1/audit.proto


export interface NoteActionRequest {
  /**
   * User id of the admin.
   */
  'actorId'?: (string) | undefined;
  /**
   * sign-in, read-table, block-user, unblock-user or end-sessions.
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
   * sign-in, read-table, block-user, unblock-user or end-sessions.
   */
  'action': (string);
  /**
   * user or list.
   */
  'targetKind': (string);
  'targetId': (string);
}
