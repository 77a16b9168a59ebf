import { FEW, PLAIN, PLAIN_AS_NETS, PLAIN_DRAWN, PLAIN_FEW, PLAIN_WITH_HISTORY, RANDOM } from './beside.js';
import type { System } from './system.js';

/**
 * The systems that `tune` learns from, a row of docs/benchmarks/systems.md each: an entry more is a row more. Settings
 * that make a search what its paper describes are written out, so that they stay when the defaults of `tune` change.
 * Each is held against a base: the same search without what is the system's.
 */
export const systems: readonly System[] = [
  {
    name: 'AutoTVM',
    paper: 'Chen et al., NeurIPS 2018',
    label: "paper's algorithm, our scale",
    here: 'Annealing over boosted trees that rank, itervar and relation features, batches of 64 with epsilon-greedy or diverse choice, bootstrap ensembles with EI and UCB, transfer from logs; the TreeGRU over the loop nest, with loops described by their context.',
    names: {
      explorer: ['sa'],
      model: ['xgb-rank', 'xgb-reg', 'xgb-rank-ensemble', 'tree-gru'],
      view: ['loops', 'curve', 'tree'],
      acquisition: ['ei', 'ucb'],
      selection: ['epsilon-greedy', 'diversity'],
      option: ['--batch-size', '--epsilon', '--history'],
    },
    ways: [
      {
        kind: 'search',
        name: 'sa, xgb-rank, 64 a batch',
        settings: { explorer: 'sa', model: 'xgb-rank', selection: 'epsilon-greedy', epsilon: 0.05, batchSize: 64 },
        base: PLAIN_DRAWN,
      },
      {
        kind: 'search',
        name: 'sa, xgb-rank, diverse',
        settings: { explorer: 'sa', model: 'xgb-rank', selection: 'diversity', epsilon: 0.05 },
        base: PLAIN_DRAWN,
      },
      {
        kind: 'search',
        name: 'sa, ensemble, EI',
        settings: { explorer: 'sa', model: 'xgb-rank-ensemble', acquisition: 'ei' },
        base: 'sa, ensemble',
      },
      {
        kind: 'search',
        name: 'sa, tree-gru',
        settings: { explorer: 'sa', model: 'tree-gru' },
        needsNests: true,
        base: PLAIN_AS_NETS,
      },
    ],
  },
  {
    name: 'Halide 2019',
    paper: 'Adams et al., SIGGRAPH 2019',
    label: "paper's algorithm, our scale",
    here: 'Spaces as trees of decisions; a beam over prefixes in five coarse-to-fine passes by structure, greedy runs with dropout beside it; pipelines of up to six stages; a net that weighs hand-written terms, trained on random pipelines (`npm run bench:pipelines`). Stages at the root share their tiles.',
    names: {
      explorer: ['beam'],
      model: ['coefficients'],
      view: ['stages'],
      template: ['pipeline.stages'],
      option: ['--pretrained'],
    },
    ways: [
      {
        kind: 'search',
        name: 'beam, xgb-rank, 64 a trial',
        settings: { explorer: 'beam', model: 'xgb-rank', evaluations: FEW },
        base: PLAIN_FEW,
      },
    ],
  },
  {
    name: 'Ansor',
    paper: 'Zheng et al., OSDI 2020',
    label: 'idea, details ours',
    here: "Sketches derived from a computation by rules (inline, cache write, rfactor, split sums, tiling with fusion), a file each, for any operator on CPUs; evolution over all of them at once on a model's scores; its scheduler of tasks as TVM has it.",
    names: {
      explorer: ['evolution'],
      scheduler: ['gradient'],
      template: ['matmul.sketch', 'conv2d.sketch'],
      option: ['--template'],
    },
    ways: [
      {
        kind: 'search',
        name: 'evolution, xgb-rank, 64 a trial',
        settings: { explorer: 'evolution', model: 'xgb-rank', evaluations: FEW },
        base: PLAIN_FEW,
      },
      { kind: 'scheduler', scheduler: 'gradient' },
    ],
  },
  {
    name: 'Droplet, storm and raindrop',
    paper: 'Canesche et al., TACO 2024; arXiv 2406.20037',
    label: 'idea, details ours',
    here: "Coordinate descent with Welch's test from random starts, by steps of one knob, or of any subset of knobs together as in its code; at the foot of a hill it starts again. The storm is annealing, for K trials: three quarters of the search, at most 300.",
    names: { explorer: ['droplet', 'droplet-subsets', 'raindrop'] },
    ways: [
      { kind: 'search', name: 'droplet', settings: { explorer: 'droplet' }, base: RANDOM },
      { kind: 'search', name: 'droplet, subsets', settings: { explorer: 'droplet-subsets' }, base: 'droplet' },
      {
        kind: 'search',
        name: 'raindrop, xgb-rank, 64 a trial',
        settings: { explorer: 'raindrop', model: 'xgb-rank', evaluations: FEW },
        base: PLAIN_FEW,
      },
    ],
  },
  {
    name: 'Pruner',
    paper: 'Qiao et al., ASPLOS 2025',
    label: "paper's algorithm, our scale",
    here: 'A static analyser of nests for GPUs by its formulas, and a roofline twin for CPUs; drafts by evolution on it, verified by a model: trees, or PaCM with its two branches and a momentum twin; the analyser alone prunes spaces. Configs without loop nests cannot be analysed: there `draft-verify` is `sa`, so that it is measured only where there are nests.',
    names: { explorer: ['draft-verify'], model: ['pacm'], view: ['graph'], option: ['--prune', '--pretrained'] },
    ways: [
      {
        kind: 'search',
        name: 'draft-verify, xgb-rank',
        settings: { explorer: 'draft-verify', model: 'xgb-rank' },
        needsNests: true,
        base: PLAIN,
      },
      {
        kind: 'search',
        name: 'draft-verify, pacm',
        settings: { explorer: 'draft-verify', model: 'pacm' },
        needsNests: true,
        base: 'draft-verify, xgb-rank',
      },
      {
        kind: 'search',
        name: 'sa, xgb-rank, half pruned',
        settings: { explorer: 'sa', model: 'xgb-rank', prune: 0.5 },
        needsNests: true,
        base: PLAIN,
      },
    ],
  },
  {
    name: 'Hidet',
    paper: 'Ding et al., ASPLOS 2023',
    label: 'idea, details ours',
    here: 'Short lists of schedules that serve all shapes, made of logs; tails of tiles that do not divide; epilogues in the kernel. Tiles of products and convolutions on CPUs and GPUs are task mappings: products of `spatial` and `repeat`, whose sizes the constraints read too.',
    names: { command: ['best'], option: ['--epilogue', '--for'] },
    ways: [{ kind: 'dispatch', name: 'one schedule for all shapes', rule: 'single', base: 'nearest' }],
  },
  {
    name: 'TLP',
    paper: 'Zhai et al., ASPLOS 2023',
    label: "paper's algorithm, our scale",
    here: 'Attention over the primitives of a schedule, or over the knobs where there is no schedule; a head for each hardware (MTL-TLP); lists are of one task. It is measured where there are schedules. Trained in the search or before it (`npm run bench:train`).',
    names: { model: ['tlp'], view: ['trace'], option: ['--pretrained', '--history'] },
    ways: [
      {
        kind: 'search',
        name: 'sa, tlp',
        settings: { explorer: 'sa', model: 'tlp' },
        needsNests: true,
        base: PLAIN_AS_NETS,
      },
    ],
  },
  {
    name: 'HARL',
    paper: 'Zhang et al., ICPP 2022',
    label: 'idea, details ours',
    here: 'A sliding-window bandit chooses tasks; PPO learns which steps of knobs raise the score of the model, and tracks that promise least stop early. Sizes and rates are ours.',
    names: { explorer: ['ppo'], scheduler: ['bandit'] },
    ways: [
      {
        kind: 'search',
        name: 'ppo, xgb-rank, 64 a trial',
        settings: { explorer: 'ppo', model: 'xgb-rank', evaluations: FEW },
        base: PLAIN_FEW,
      },
      { kind: 'scheduler', scheduler: 'bandit' },
    ],
  },
  {
    name: 'Transfer-Tuning',
    paper: 'Gibson and Cano, PACT 2022',
    label: 'idea, details ours',
    here: 'Schedules of other shapes, re-bound to this one and measured, without a model. Several of each source, in an order that covers all of them.',
    names: { explorer: ['transfer'], option: ['--history'] },
    ways: [
      {
        kind: 'search',
        name: 'transfer, with history',
        settings: { explorer: 'transfer' },
        hasHistory: true,
        base: PLAIN_WITH_HISTORY,
      },
    ],
  },
  {
    name: 'Bolt',
    paper: 'Xing et al., MLSys 2022',
    label: 'idea, details ours',
    here: 'At most 40 configs in the place of a search: register tiles from lanes and registers, tiles of matrix instructions by a roofline of an SM, static analysis where a template has no list. Epilogues in the kernel. Sums are padded with zeros to whole instructions, in packed panels on CPUs and in shared memory on GPUs, where rows in global memory keep their alignment. Two products with constant weights, or two 1x1 convolutions, are one kernel on CPUs (`mlp.rows`), as are attention and separable convolutions, where a network measures that to be faster. On a busy Zen 3 it was 1.00 to 1.09 times as fast as two kernels (four perceptrons, 40 trials each, 15 starts), less than the spread of the starts (0.84 to 1.40): L2 and L3 keep what lies between anyway (`npm run bench:back-to-back -- --trials 40 --starts 15`). On GPUs two products in one kernel are missing; the list of a product on an H200 came to 0.96 of a search ([GPU](gpu.md)). Configs without loop nests are drawn at random, so that it is measured only where there are nests.',
    names: {
      explorer: ['short-list'],
      template: ['matmul.mma', 'conv2d.mma', 'matmul.wgmma', 'mlp.rows'],
      option: ['--epilogue'],
    },
    ways: [
      { kind: 'search', name: 'short-list', settings: { explorer: 'short-list' }, needsNests: true, base: RANDOM },
    ],
  },
  {
    name: 'GPTune',
    paper: 'Liu et al., PPoPP 2021',
    label: "paper's algorithm, our scale",
    here: 'A Gaussian process of several tasks by linear coregionalisation, with expected improvement; sources of logs need no first samples of a new task, and siblings enter as they are measured. Of one task alone it is `gp`. Trees with a spread stand beside.',
    names: {
      explorer: ['gptune', 'gp'],
      model: ['xgb-reg-ensemble'],
      view: ['shape'],
      acquisition: ['ei'],
      option: ['--together', '--alone', '--history'],
    },
    ways: [
      { kind: 'search', name: 'gp', settings: { explorer: 'gp' }, base: PLAIN },
      { kind: 'search', name: 'gptune, with history', settings: { explorer: 'gptune' }, hasHistory: true, base: 'gp' },
      { kind: 'together', name: 'gptune, tasks together', explorer: 'gptune', base: 'gp' },
      {
        kind: 'search',
        name: 'sa, xgb-reg-ensemble, EI, with history',
        settings: { explorer: 'sa', model: 'xgb-reg-ensemble', acquisition: 'ei', features: ['knobs', 'shape'] },
        hasHistory: true,
        base: PLAIN_WITH_HISTORY,
      },
    ],
  },
  {
    name: 'DynaTune',
    paper: 'Zhang et al., ICLR 2021',
    label: "paper's algorithm, our scale",
    here: 'Learning curves of each task, sampled by an ensemble of walkers (MCMC) given its trials, and an upper bound on what its next batch gains, in weighted milliseconds.',
    names: { scheduler: ['ucb'] },
    ways: [{ kind: 'scheduler', scheduler: 'ucb' }],
  },
  {
    name: 'One-Shot Tuner',
    paper: 'Ryu et al., CC 2022',
    label: 'idea, details ours',
    here: 'A model of other tasks alone, and the configs that it likes best, measured. Trees in place of its network; the shapes are those of the logs.',
    names: { explorer: ['one-shot'], view: ['shape'], option: ['--history'] },
    ways: [
      {
        kind: 'search',
        name: 'one-shot, xgb-rank, with history',
        settings: { explorer: 'one-shot', model: 'xgb-rank', features: ['knobs'] },
        hasHistory: true,
        base: 'transfer, with history',
      },
      {
        kind: 'search',
        name: 'one-shot, xgb-rank, shapes, with history',
        settings: { explorer: 'one-shot', model: 'xgb-rank', features: ['knobs', 'shape'] },
        hasHistory: true,
        base: 'one-shot, xgb-rank, with history',
      },
    ],
  },
  {
    name: 'ALT',
    paper: 'Optimizing Tensor Compilation with Active Learning, 2020',
    label: 'idea, details ours',
    here: 'Read from an abstract: a predictor of scores and one of uncertainty, the spread of an ensemble, take turns by batches. How well the model ranked the last ones is the switch: from every second batch for what it is least sure of to none. Its ensemble without that stands beside it.',
    names: { explorer: ['ping-pong'], model: ['xgb-rank-ensemble'] },
    ways: [
      {
        kind: 'search',
        name: 'ping-pong, ensemble',
        settings: { explorer: 'ping-pong', model: 'xgb-rank-ensemble' },
        base: 'sa, ensemble',
      },
      {
        kind: 'search',
        name: 'sa, ensemble',
        settings: { explorer: 'sa', model: 'xgb-rank-ensemble' },
        base: PLAIN,
      },
    ],
  },
  {
    name: 'Input sensitivity (PetaBricks)',
    paper: 'Ding et al., PLDI 2015',
    label: 'idea, details ours',
    here: 'Clusters of shapes have a landmark each; a decision tree over the shape, grown by what wrong choices cost and chosen on held-out shapes, gives exported libraries the schedule of an untuned shape, or the single best landmark where the tree would lose (`npm run bench:dispatch`). No features of the data: kernels here depend on shapes alone.',
    names: { command: ['export'], option: ['--shapes', '--dispatch'] },
    ways: [{ kind: 'dispatch', name: 'dispatcher from shapes', rule: 'learned', base: 'nearest' }],
  },
  {
    name: 'Graph neural networks',
    paper: 'Tomczak et al., ICLR workshop 2019',
    label: "paper's algorithm, our scale",
    here: 'A graph convolutional network of three layers over loops, statements and accesses, linked to what encloses them and to what wrote what they read.',
    names: { model: ['gnn'], view: ['graph'] },
    ways: [
      {
        kind: 'search',
        name: 'sa, gnn',
        settings: { explorer: 'sa', model: 'gnn' },
        needsNests: true,
        base: PLAIN_AS_NETS,
      },
    ],
  },
];
