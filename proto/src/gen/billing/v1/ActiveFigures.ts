// Original file: billing/v1/billing_admin.proto


export interface ActiveFigures {
  'plan'?: (string) | undefined;
  'users'?: (number) | undefined;
}

export interface ActiveFigures__Output {
  'plan': (string);
  'users': (number);
}
