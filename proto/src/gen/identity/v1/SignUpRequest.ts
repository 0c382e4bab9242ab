// Original file: identity/v1/identity.proto


export interface SignUpRequest {
  'username'?: (string) | undefined;
  /**
   * 8 to 128 characters; hashed at once, never stored or logged.
   */
  'password'?: (string) | undefined;
  'email'?: (string) | undefined;
  'phone'?: (string) | undefined;
  'termsAccepted'?: (boolean) | undefined;
  /**
   * Names the device in the session list.
   */
  'userAgent'?: (string) | undefined;
  'affiliateCode'?: (string) | undefined;
  /**
   * Address of the browser, by which guesses of a password are counted; never stored.
   */
  'clientIp'?: (string) | undefined;
  '_email'?: "email";
  '_phone'?: "phone";
  '_termsAccepted'?: "termsAccepted";
  '_userAgent'?: "userAgent";
  '_affiliateCode'?: "affiliateCode";
  '_clientIp'?: "clientIp";
}

export interface SignUpRequest__Output {
  'username': (string);
  /**
   * 8 to 128 characters; hashed at once, never stored or logged.
   */
  'password': (string);
  'email'?: (string);
  'phone'?: (string);
  'termsAccepted'?: (boolean);
  /**
   * Names the device in the session list.
   */
  'userAgent'?: (string);
  'affiliateCode'?: (string);
  /**
   * Address of the browser, by which guesses of a password are counted; never stored.
   */
  'clientIp'?: (string);
  '_email'?: "email";
  '_phone'?: "phone";
  '_termsAccepted'?: "termsAccepted";
  '_userAgent'?: "userAgent";
  '_affiliateCode'?: "affiliateCode";
  '_clientIp'?: "clientIp";
}
