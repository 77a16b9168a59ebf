/** How to get what cost models are trained with, as the end of a sentence. */
export const howToGet =
  'install it with `apt-get install xgboost` (Debian 12), `apt-get install libxgboost0` (Debian 13) or `pip install xgboost`, name a libxgboost of version 1.6 to 3 in XGBOOST_LIB, or choose `--explorer random`';
