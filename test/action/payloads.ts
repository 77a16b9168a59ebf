/**
 * What `GITHUB_EVENT_PATH` holds for each event that starts workflows, cut to what tells one from another: the shapes
 * of https://docs.github.com/en/webhooks/webhook-events-and-payloads for events of `someone/kernels`.
 */

interface Payload {
  readonly event: string;
  readonly what: string;
  readonly payload: object;
  /** Whether the code is this repository's, surely. */
  readonly runs: boolean;
}

const sender = { login: 'stranger', id: 2, type: 'User', site_admin: false };
const owner = { login: 'someone', id: 1, type: 'User' };
const ours = { id: 11, name: 'kernels', full_name: 'someone/kernels', private: false, owner, fork: false };
const theirs = { id: 22, name: 'kernels', full_name: 'stranger/kernels', private: false, owner: sender, fork: true };
const always = { repository: { ...ours, default_branch: 'main' }, sender };
const sha = 'd'.repeat(40);

/** @param repo of the head; null where it was deleted */
function pull(repo: object | null): object {
  return {
    url: 'https://api.github.com/repos/someone/kernels/pulls/5',
    number: 5,
    state: 'open',
    user: sender,
    head: { label: 'stranger:patch', ref: 'patch', sha, user: sender, repo },
    base: { label: 'someone:main', ref: 'main', sha, user: owner, repo: ours },
    author_association: 'NONE',
    merged: false,
  };
}

function pullEvent(event: string, action: string, repo: object | null, more: object = {}): object {
  const number = event.startsWith('pull_request_review') ? {} : { number: 5 };
  return { action, ...number, pull_request: pull(repo), ...more, ...always };
}

const issue = { number: 5, title: 'A title', state: 'open', user: sender, author_association: 'NONE' };
const onPull = {
  ...issue,
  pull_request: {
    url: 'https://api.github.com/repos/someone/kernels/pulls/5',
    html_url: 'https://github.com/someone/kernels/pull/5',
    merged_at: null,
  },
};
const comment = { id: 9, body: '/retune', user: sender, author_association: 'NONE' };

/** @param repo of the head of the run that ended; null where it was deleted */
function run(event: string, repo: object | null): object {
  const workflow_run = {
    id: 30,
    name: 'CI',
    head_branch: 'patch',
    head_sha: sha,
    event,
    status: 'completed',
    conclusion: 'success',
    actor: sender,
    triggering_actor: sender,
    // Of a fork's the list is empty.
    pull_requests: [],
    repository: ours,
    head_repository: repo,
  };
  return { action: 'completed', workflow_run, workflow: { id: 3, name: 'CI', state: 'active' }, ...always };
}

const review = { id: 8, user: sender, body: 'fine', state: 'commented', author_association: 'NONE' };
const ofPulls = (
  [
    ['pull_request', 'synchronize', {}],
    ['pull_request', 'closed', {}],
    ['pull_request_target', 'opened', {}],
    ['pull_request_review', 'submitted', { review }],
    ['pull_request_review_comment', 'created', { comment }],
  ] as const
).flatMap(([event, action, more]): Payload[] => {
  const of = (what: string, repo: object | null, runs: boolean): Payload => ({
    event,
    what: `${action}, ${what}`,
    payload: pullEvent(event, action, repo, more),
    runs,
  });
  return [
    of('of a branch', ours, true),
    of('of a fork', theirs, false),
    of('of a fork that says it is none', { ...theirs, fork: false }, false),
    of('of a fork that was deleted', null, false),
  ];
});

const ofRuns: readonly Payload[] = [
  ...['push', 'schedule', 'workflow_dispatch', 'pull_request'].map((event) => ({
    event: 'workflow_run',
    what: `after ${event}`,
    payload: run(event, ours),
    runs: true,
  })),
  { event: 'workflow_run', what: 'after pull_request of a fork', payload: run('pull_request', theirs), runs: false },
  { event: 'workflow_run', what: 'after one of a deleted fork', payload: run('pull_request', null), runs: false },
  ...['issue_comment', 'pull_request_target', 'workflow_run', 'dynamic'].map((event) => ({
    event: 'workflow_run',
    what: `after ${event}, on the default branch`,
    payload: run(event, ours),
    runs: false,
  })),
];

const ofOwn: readonly Payload[] = [
  {
    event: 'push',
    what: 'of a branch',
    payload: { ref: 'refs/heads/main', before: sha, after: sha, pusher: { name: 'someone' }, commits: [], ...always },
    runs: true,
  },
  // A schedule has no webhook; this is what its file holds.
  { event: 'schedule', what: 'by its clock', payload: { schedule: '17 3 * * *', ...always }, runs: true },
  {
    event: 'workflow_dispatch',
    what: 'by hand',
    payload: { inputs: null, ref: 'refs/heads/main', workflow: '.github/workflows/retune.yml', ...always },
    runs: true,
  },
  {
    event: 'repository_dispatch',
    what: 'by a token',
    payload: { action: 'retune', branch: 'main', client_payload: { pull: 5 }, ...always },
    runs: true,
  },
];

const suite = { id: 40, head_branch: null, head_sha: sha, pull_requests: [], app: { slug: 'an-app' } };
const discussion = { number: 6, title: 'A title', user: sender, author_association: 'NONE' };
const deployment = { id: 50, ref: 'patch', sha, environment: 'production', creator: sender };
const ofOthers = Object.entries({
  branch_protection_rule: { action: 'created', rule: { id: 1, name: 'main' } },
  check_run: { action: 'created', check_run: { id: 41, head_sha: sha, pull_requests: [], check_suite: suite } },
  check_suite: { action: 'completed', check_suite: suite },
  create: { ref: 'patch', ref_type: 'branch', master_branch: 'main', pusher_type: 'user' },
  delete: { ref: 'patch', ref_type: 'branch', pusher_type: 'user' },
  deployment: { action: 'created', deployment },
  deployment_status: { action: 'created', deployment, deployment_status: { state: 'success' } },
  discussion: { action: 'created', discussion },
  discussion_comment: { action: 'created', discussion, comment },
  fork: { forkee: theirs },
  gollum: { pages: [{ page_name: 'Home', action: 'edited' }] },
  issue_comment: { action: 'created', issue: onPull, comment },
  issues: { action: 'opened', issue },
  label: { action: 'created', label: { name: 'retune' } },
  merge_group: { action: 'checks_requested', merge_group: { head_sha: sha, base_ref: 'refs/heads/main' } },
  milestone: { action: 'created', milestone: { number: 1 } },
  page_build: { id: 60, build: { status: 'built', pusher: sender } },
  public: {},
  registry_package: { action: 'published', registry_package: { name: 'kernels' } },
  release: { action: 'published', release: { tag_name: 'v1', target_commitish: 'main', author: owner } },
  status: { sha, state: 'success', context: 'ci', branches: [] },
  watch: { action: 'started' },
}).map(([event, payload]): Payload => ({
  event,
  what: 'as it comes',
  payload: { ...payload, ...always },
  runs: false,
}));

export const payloads: readonly Payload[] = [
  ...ofOwn,
  ...ofPulls,
  ...ofRuns,
  ...ofOthers,
  {
    event: 'issue_comment',
    what: 'on an issue',
    payload: { action: 'created', issue, comment, ...always },
    runs: false,
  },
  {
    event: 'issue_comment',
    what: 'with a made-up key',
    payload: { action: 'created', issue: onPull, comment, pull_request: pull(ours), ...always },
    runs: false,
  },
  { event: 'pull_request', what: 'without one', payload: always, runs: false },
  { event: 'an_event_of_tomorrow', what: 'as it comes', payload: always, runs: false },
];
