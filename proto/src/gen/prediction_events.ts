import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GuardrailsState as _prediction_v1_GuardrailsState, GuardrailsState__Output as _prediction_v1_GuardrailsState__Output } from './prediction/v1/GuardrailsState.ts';
import type { TreeHead as _prediction_v1_TreeHead, TreeHead__Output as _prediction_v1_TreeHead__Output } from './prediction/v1/TreeHead.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  prediction: {
    v1: {
      GuardrailsState: MessageTypeDefinition<_prediction_v1_GuardrailsState, _prediction_v1_GuardrailsState__Output>
      TreeHead: MessageTypeDefinition<_prediction_v1_TreeHead, _prediction_v1_TreeHead__Output>
    }
  }
}

