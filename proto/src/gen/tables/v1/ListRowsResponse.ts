// Original file: tables/v1/tables.proto

import type { Row as _tables_v1_Row, Row__Output as _tables_v1_Row__Output } from '../../tables/v1/Row.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListRowsResponse {
  'columns'?: (string)[];
  'rows'?: (_tables_v1_Row)[];
  /**
   * All rows of the table, counted without looking at each.
   */
  'total'?: (number | string | Long) | undefined;
  /**
   * What `after` is for the next page; absent on the last one.
   */
  'next'?: (string) | undefined;
  '_next'?: "next";
}

export interface ListRowsResponse__Output {
  'columns': (string)[];
  'rows': (_tables_v1_Row__Output)[];
  /**
   * All rows of the table, counted without looking at each.
   */
  'total': (number);
  /**
   * What `after` is for the next page; absent on the last one.
   */
  'next'?: (string);
  '_next'?: "next";
}
