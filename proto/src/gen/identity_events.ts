import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { UserState as _identity_v1_UserState, UserState__Output as _identity_v1_UserState__Output } from './identity/v1/UserState.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  identity: {
    v1: {
      UserState: MessageTypeDefinition<_identity_v1_UserState, _identity_v1_UserState__Output>
    }
  }
}

