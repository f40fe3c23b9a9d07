// A local Hub that answers like the real one, with the tiny checkpoints as models: addresses,
// lists, redirects to another origin, ranges, refusals, and faults of the network.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @import { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

const folder = new URL('../golden/checkpoints/', import.meta.url);
const NAMES = ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'];

/** @param {string} checkpoint @returns {Record<string, Buffer>} */
export const contentsOf = (checkpoint) =>
  Object.fromEntries(
    NAMES.map((name) => [name, readFileSync(new URL(`${checkpoint}/${name}`, folder))]),
  );

/** @param {Uint8Array} bytes */
export const sha256Of = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * @typedef {object} Repository
 * @property {Record<string, Buffer>} files
 * @property {string} commit
 * @property {object} [info] further API fields, such as `disabled` and `cardData`
 * @property {Record<string, object>} [listed] false entries of the file list
 * @property {number} [status] the status of its files, instead of 200
 * @property {Record<string, string>} [headers] the headers of that answer
 * @property {string} [movedTo]
 * @property {Repository} [earlier] the same repository at an earlier commit
 *
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {string | undefined} range
 * @property {IncomingHttpHeaders} headers
 *
 * @typedef {object} Transfer how the content network answers
 * @property {(from: number, to: number) => number} [cutAt] after how many bytes of an answer the
 *   connection ends
 * @property {(from: number, to: number) => number} [stallAt] after how many bytes of an answer
 *   nothing more comes
 * @property {'ignored' | 'whole' | 'later' | 'short'} [ranges] 'ignored' answers a range with 200,
 *   'whole' with 206 and the whole file, 'later' with 206 from the next byte on, 'short' with at most
 *   50,000 of its bytes
 * @property {number} [pieces] the number of pieces in which an answer is sent
 * @property {(size: number) => Promise<unknown>} [nextPiece] each piece waits for this; gets the
 *   length of the answer
 * @property {number} [total] the total length in Content-Range
 */

const EXPOSED =
  'X-Repo-Commit, X-Error-Code, X-Error-Message, ETag, Link, Content-Range, X-Linked-Size';

/** Starts a Hub and its content network, each on its own server on the loopback interface. */
export async function startHub() {
  /** @type {Map<string, Repository>} repositories by id */
  const repositories = new Map();
  /** @type {Request[]} */
  const requests = [];
  /** @type {Transfer} */
  const transfer = {};
  /**
   * Overrides of the API's answers.
   * @type {{ isSilent?: boolean, status?: number, body?: string, headers?: Record<string, string>,
   *   pageSize?: number, onRequest?: () => void }}
   */
  const api = {};

  const content = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    note(request);
    const [, owner, name, file] = pathname.split('/');
    const bytes = repositories.get(`${owner}/${name}`)?.files[file];
    // A redirect to a third origin makes the Origin header null.
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' };
    if (bytes === undefined) response.writeHead(403, headers).end();
    else send(request, response, bytes, headers);
  });

  const hub = await listen((request, response) => {
    note(request);
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const match =
      /^\/(api\/models\/)?([^/]+\/[^/]+)\/(revision|tree|resolve)\/([^/]+)(?:\/(.*))?$/.exec(
        pathname,
      ) ?? [];
    const [, isApi, id = '', kind, encoded = '', file = ''] = match;
    const found = [...repositories].find(([each]) => each.toLowerCase() === id.toLowerCase());
    if (isApi) api.onRequest?.();
    if (isApi && api.isSilent) return;
    if (isApi && api.status !== undefined) {
      response.writeHead(api.status, api.headers).end(api.body ?? '');
    } else if (found === undefined) {
      const error = { 'X-Error-Message': 'Invalid username or password.' };
      response.writeHead(401, error).end('{"error":"Invalid username or password."}');
    } else if (found[0] !== id || found[1].movedTo) {
      const target = found[1].movedTo ?? found[0];
      response.writeHead(307, { Location: (request.url ?? '').replace(id, target) }).end();
    } else answer(request, response, found, kind, decodeURIComponent(encoded), file);
  });

  /** @param {IncomingMessage} request */
  function note({ url = '', method = '', headers }) {
    requests.push({ method, path: url, range: headers.range, headers });
  }

  /**
   * @param {any} request
   * @param {any} response
   * @param {[string, Repository]} found
   * @param {string} kind
   * @param {string} revision
   * @param {string} file
   */
  function answer(request, response, [id, repository], kind, revision, file) {
    const { earlier } = repository;
    const { files, commit, info, listed, status, headers } =
      earlier?.commit === revision ? earlier : repository;
    if (!['main', 'refs/pr/6', commit].includes(revision)) {
      response.writeHead(404, { 'X-Error-Code': 'RevisionNotFound' }).end();
    } else if (kind === 'revision') {
      response.end(api.body ?? JSON.stringify({ id, sha: commit, private: false, ...info }));
    } else if (kind === 'tree') sendList(request, response, files, listed ?? {});
    else if (status !== undefined) response.writeHead(status, headers).end();
    else if (files[file] === undefined) {
      response.writeHead(404, { 'X-Error-Code': 'EntryNotFound' }).end();
    } else if (file.endsWith('.json')) {
      if (!request.url.includes('?resolved')) {
        response.writeHead(307, { Location: `${request.url}?resolved` }).end();
      } else send(request, response, files[file], { 'X-Repo-Commit': commit });
    } else response.writeHead(302, { Location: `${content.url}/${id}/${file}?signed` }).end();
  }

  /**
   * @param {any} request
   * @param {any} response
   * @param {Record<string, Buffer>} files
   * @param {Record<string, object>} listed
   */
  function sendList(request, response, files, listed) {
    const entries = Object.entries(files).map(([path, bytes]) => {
      const isLarge = path.endsWith('.safetensors') || path.endsWith('.bin');
      const lfs = { oid: sha256Of(bytes), size: bytes.length, pointerSize: 134 };
      const entry = { type: 'file', path, size: bytes.length, oid: 'f'.repeat(40) };
      return { ...entry, ...(isLarge ? { lfs } : {}), ...listed[path] };
    });
    const { pageSize = entries.length } = api;
    const address = new URL(request.url, hub.url);
    const from = Number(address.searchParams.get('cursor') ?? 0);
    address.searchParams.set('cursor', String(from + pageSize));
    const link = { Link: `<${address}>; rel="next"` };
    response.writeHead(200, from + pageSize < entries.length ? link : {});
    const onPage = [
      { type: 'directory', path: 'onnx', size: 0 },
      ...entries.slice(from, from + pageSize),
    ];
    response.end(api.body ?? JSON.stringify(onPage));
  }

  /** @param {any} request @param {any} response @param {Buffer} bytes @param {Record<string, string>} headers */
  function send(request, response, bytes, headers) {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const isRange = range !== null && transfer.ranges !== 'ignored';
    let from = isRange ? Number(range?.[1]) : 0;
    let to = isRange && range?.[2] ? Number(range[2]) + 1 : bytes.length;
    if (isRange && from >= bytes.length) {
      response.writeHead(416, { ...headers, 'Content-Range': `bytes */${bytes.length}` }).end();
      return;
    }
    if (isRange && transfer.ranges === 'later') from += 1;
    if (isRange && transfer.ranges === 'short') to = Math.min(to, from + 50_000);
    const total = transfer.total ?? bytes.length;
    if (isRange) headers['Content-Range'] = `bytes ${from}-${to - 1}/${total}`;
    if (transfer.ranges === 'whole') [from, to] = [0, bytes.length];
    const body = bytes.subarray(from, to);
    response.writeHead(isRange ? 206 : 200, { ...headers, 'Content-Length': body.length });
    const stalled = transfer.stallAt?.(from, to) ?? body.length;
    if (stalled < body.length) {
      response.write(body.subarray(0, stalled));
      return;
    }
    const most = transfer.cutAt?.(from, to) ?? body.length;
    if (most < body.length) {
      response.write(body.subarray(0, most), () => request.socket.destroy());
      return;
    }
    const size = Math.ceil(body.length / (transfer.pieces ?? 1)) || 1;
    const writeFrom = (/** @type {number} */ at) => {
      if (at >= body.length) response.end();
      else response.write(body.subarray(at, at + size), () => goOn(at + size));
    };
    const goOn = (/** @type {number} */ at) =>
      transfer.nextPiece
        ? transfer.nextPiece(body.length).then(() => writeFrom(at))
        : setImmediate(writeFrom, at);
    writeFrom(0);
  }

  return {
    url: hub.url,
    content: content.url,
    repositories,
    requests,
    transfer,
    api,
    /** Resets everything that a test arranged. */
    reset() {
      repositories.clear();
      requests.length = 0;
      for (const each of [transfer, api]) {
        for (const key of Object.keys(each)) delete (/** @type {any} */ (each)[key]);
      }
    },
    close: () => Promise.all([hub.close(), content.close()]),
  };
}

/** @param {RequestListener} listener */
async function listen(listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
