/** How to get what cost models are trained with, as the end of a sentence. */
export const howToGet =
  'install libxgboost with `apt-get install libxgboost0` (Debian 12 and 13) or `pip install xgboost`, name one of version 1.6 to 3 in XGBOOST_LIB, or choose `--explorer random`';
