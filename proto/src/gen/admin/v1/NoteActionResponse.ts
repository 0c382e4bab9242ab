// Original file: admin/v1/audit.proto


export interface NoteActionResponse {
}

export interface NoteActionResponse__Output {
}
