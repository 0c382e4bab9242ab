import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { EraseUserRequest as _user_data_v1_EraseUserRequest, EraseUserRequest__Output as _user_data_v1_EraseUserRequest__Output } from './user_data/v1/EraseUserRequest.ts';
import type { EraseUserResponse as _user_data_v1_EraseUserResponse, EraseUserResponse__Output as _user_data_v1_EraseUserResponse__Output } from './user_data/v1/EraseUserResponse.ts';
import type { ExportUserRequest as _user_data_v1_ExportUserRequest, ExportUserRequest__Output as _user_data_v1_ExportUserRequest__Output } from './user_data/v1/ExportUserRequest.ts';
import type { ExportUserResponse as _user_data_v1_ExportUserResponse, ExportUserResponse__Output as _user_data_v1_ExportUserResponse__Output } from './user_data/v1/ExportUserResponse.ts';
import type { UserDataServiceClient as _user_data_v1_UserDataServiceClient, UserDataServiceDefinition as _user_data_v1_UserDataServiceDefinition } from './user_data/v1/UserDataService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  user_data: {
    v1: {
      EraseUserRequest: MessageTypeDefinition<_user_data_v1_EraseUserRequest, _user_data_v1_EraseUserRequest__Output>
      EraseUserResponse: MessageTypeDefinition<_user_data_v1_EraseUserResponse, _user_data_v1_EraseUserResponse__Output>
      ExportUserRequest: MessageTypeDefinition<_user_data_v1_ExportUserRequest, _user_data_v1_ExportUserRequest__Output>
      ExportUserResponse: MessageTypeDefinition<_user_data_v1_ExportUserResponse, _user_data_v1_ExportUserResponse__Output>
      /**
       * Data that a service stores about one user. Billing, prediction and admin serve it to identity.
       */
      UserDataService: SubtypeConstructor<typeof grpc.Client, _user_data_v1_UserDataServiceClient> & { service: _user_data_v1_UserDataServiceDefinition }
    }
  }
}

