import { expect, test } from '@jest/globals';
import { tidied } from '../../../../src/backend/cpu/codegen/tidy.js';

test('sums that nobody reads go, with the loops that made them', () => {
  const lines = [
    'static void run(const float *A, float *C) {',
    '  for (long i = 0; i < 4; i++) {',
    '    {',
    '      double acc_0, acc_1;',
    '      acc_0 = 0.0f;',
    '      acc_1 = 0.0f;',
    '#pragma GCC unroll 4',
    '      for (long k = 0; k < 8; k++) {',
    '        for (long l = 0; l < 2; l++) {',
    '          const float *const A_at0 = A + 8 * i;',
    '          acc_0 += (double)A_at0[k + l];',
    '        }',
    '      }',
    '      for (long m = 0; m < 8; m++) {',
    '        acc_1 += (double)A[m];',
    '      }',
    '      C[i] = acc_1;',
    '    }',
    '  }',
    '}',
  ];
  expect(tidied(lines)).toEqual([
    'static void run(const float *A, float *C) {',
    '  for (long i = 0; i < 4; i++) {',
    '    {',
    '      double acc_1;',
    '      acc_1 = 0.0f;',
    '      for (long m = 0; m < 8; m++) {',
    '        acc_1 += (double)A[m];',
    '      }',
    '      C[i] = acc_1;',
    '    }',
    '  }',
    '}',
  ]);
});
