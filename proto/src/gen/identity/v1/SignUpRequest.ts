// Original file: identity/v1/identity.proto


export interface SignUpRequest {
  'username'?: (string) | undefined;
  /**
   * Plain password, 8 to 128 characters; hashed at once, never stored or logged.
   */
  'password'?: (string) | undefined;
  'email'?: (string) | undefined;
  'phone'?: (string) | undefined;
  'termsAccepted'?: (boolean) | undefined;
  /**
   * What the session list shows of the device.
   */
  'userAgent'?: (string) | undefined;
  'affiliateCode'?: (string) | undefined;
  '_email'?: "email";
  '_phone'?: "phone";
  '_termsAccepted'?: "termsAccepted";
  '_userAgent'?: "userAgent";
  '_affiliateCode'?: "affiliateCode";
}

export interface SignUpRequest__Output {
  'username': (string);
  /**
   * Plain password, 8 to 128 characters; hashed at once, never stored or logged.
   */
  'password': (string);
  'email'?: (string);
  'phone'?: (string);
  'termsAccepted'?: (boolean);
  /**
   * What the session list shows of the device.
   */
  'userAgent'?: (string);
  'affiliateCode'?: (string);
  '_email'?: "email";
  '_phone'?: "phone";
  '_termsAccepted'?: "termsAccepted";
  '_userAgent'?: "userAgent";
  '_affiliateCode'?: "affiliateCode";
}
