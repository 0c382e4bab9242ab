import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { EraseUserRequest as _prediction_v1_EraseUserRequest, EraseUserRequest__Output as _prediction_v1_EraseUserRequest__Output } from './prediction/v1/EraseUserRequest.ts';
import type { EraseUserResponse as _prediction_v1_EraseUserResponse, EraseUserResponse__Output as _prediction_v1_EraseUserResponse__Output } from './prediction/v1/EraseUserResponse.ts';
import type { ExportUserRequest as _prediction_v1_ExportUserRequest, ExportUserRequest__Output as _prediction_v1_ExportUserRequest__Output } from './prediction/v1/ExportUserRequest.ts';
import type { ExportUserResponse as _prediction_v1_ExportUserResponse, ExportUserResponse__Output as _prediction_v1_ExportUserResponse__Output } from './prediction/v1/ExportUserResponse.ts';
import type { PredictionAccountsServiceClient as _prediction_v1_PredictionAccountsServiceClient, PredictionAccountsServiceDefinition as _prediction_v1_PredictionAccountsServiceDefinition } from './prediction/v1/PredictionAccountsService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  prediction: {
    v1: {
      EraseUserRequest: MessageTypeDefinition<_prediction_v1_EraseUserRequest, _prediction_v1_EraseUserRequest__Output>
      EraseUserResponse: MessageTypeDefinition<_prediction_v1_EraseUserResponse, _prediction_v1_EraseUserResponse__Output>
      ExportUserRequest: MessageTypeDefinition<_prediction_v1_ExportUserRequest, _prediction_v1_ExportUserRequest__Output>
      ExportUserResponse: MessageTypeDefinition<_prediction_v1_ExportUserResponse, _prediction_v1_ExportUserResponse__Output>
      /**
       * A user's own data, for identity: what the export shows and what a deletion erases.
       */
      PredictionAccountsService: SubtypeConstructor<typeof grpc.Client, _prediction_v1_PredictionAccountsServiceClient> & { service: _prediction_v1_PredictionAccountsServiceDefinition }
    }
  }
}

