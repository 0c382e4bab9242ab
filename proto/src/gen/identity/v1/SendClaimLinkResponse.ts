// Original file: identity/v1/checkout_accounts.proto


export interface SendClaimLinkResponse {
}

export interface SendClaimLinkResponse__Output {
}
