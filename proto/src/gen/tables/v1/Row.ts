// Original file: tables/v1/tables.proto

import type { Cell as _tables_v1_Cell, Cell__Output as _tables_v1_Cell__Output } from '../../tables/v1/Cell.ts';

export interface Row {
  /**
   * One for each column, in their order.
   */
  'cells'?: (_tables_v1_Cell)[];
}

export interface Row__Output {
  /**
   * One for each column, in their order.
   */
  'cells': (_tables_v1_Cell__Output)[];
}
