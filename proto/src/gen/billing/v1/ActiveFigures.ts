// Original file: billing/v1/billing_admin.proto


export interface ActiveFigures {
  'plan'?: (string);
  'users'?: (number);
}

export interface ActiveFigures__Output {
  'plan': (string);
  'users': (number);
}
