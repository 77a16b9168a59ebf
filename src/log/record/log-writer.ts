import { constants, existsSync } from 'node:fs';
import { access, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError, WorkError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { bytesBefore, endOfLines, isSameFile, openPlain, statOf, syncFolder, syncIfPossible } from './files.js';
import { makeFolder } from '../../target/make-folder.js';
import { linesFrom } from './lines.js';
import { decompressorOf } from './compressed.js';
import { unwritable } from './log-errors.js';
import { encode, LONGEST_LINE, type TuneRecord } from './record.js';
import { refuseOtherText } from './no-log.js';
import { Unseen } from './unseen.js';

export interface LogWriterOptions {
  /** Hears each line that is added to the log from now on, in its order, and whether this writer wrote it. */
  readonly onLine?: (text: string, isOwn: boolean) => void;
  /** Hears what a person should know: that the log was deleted, replaced or cut short meanwhile. */
  readonly onNote?: (text: string) => void;
}

/** How often something is written that is not found in the log afterwards. */
const ATTEMPTS = 3;
/** Bytes before the place up to which the log is known that show whether it is still the same. */
const MARK = 64;

/**
 * Appends records to a log, which several programs may do at once. There is no lock: each append is one write, which
 * the system puts at the end of the file as a whole, and is read back. What a program that died left torn is closed
 * off, and what is not found as whole lines (since somebody tore a line just before, or the disk was full) is written
 * again. A log that was deleted, moved, replaced or cut short meanwhile gets everything again that this writer wrote.
 */
export class LogWriter {
  /** Kept open, so that its number cannot become that of another file. */
  #file: FileHandle | undefined;
  /** Records that were found in the log after they were written, and are written again when they are gone. */
  #written: string[] = [];
  /** What was not found yet. */
  readonly #unseen = new Unseen();
  /** The log is known up to here, the end of a line, and these bytes are before it. */
  #known: { readonly end: number; readonly mark: Buffer } = nothingKnown;
  /** Whether bytes without a newline follow. */
  #isTorn = false;
  #isDirty = false;
  #canSync = true;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly path: string,
    private readonly options: LogWriterOptions,
  ) {}

  /**
   * Creates the log's folder where it is missing; the log itself comes with its first record. Throws WorkError when it
   * cannot be written or is no plain file, UsageError for a compressed one, and for a text that is no log.
   */
  static async open(path: string, options: LogWriterOptions = {}): Promise<LogWriter> {
    const writer = new LogWriter(path, options);
    try {
      if (decompressorOf(path))
        throw new UsageError(`The log "${path}" is compressed; only plain logs can be appended to.`);
      makeFolder(dirname(path));
      if (existsSync(path)) await writer.#startAtEnd();
      else await access(`${dirname(path)}/`, constants.W_OK); // with the slash, since a file is no folder
    } catch (error) {
      throw unwritable(path, error);
    }
    return writer;
  }

  /**
   * Appends the records. When it returns they outlive this program, whatever ends it; a power cut, once `sync` has
   * returned. Throws WorkError when that fails, RangeError for what `encode` refuses.
   */
  async append(records: readonly TuneRecord[]): Promise<void> {
    if (records.length === 0) return;
    const lines = records.map(encode);
    await this.#inTurn(() => this.#settle(lines));
  }

  /** Appends a comment, which readers of logs pass over and `onLine` hears. Throws WorkError when that fails. */
  remark(comment: string): Promise<void> {
    return this.#inTurn(() => this.#settle([`#${comment}`]));
  }

  /**
   * Puts on the disk what was appended, after a look whether the log still holds it; false where its file system has no
   * fsync. Throws WorkError when that fails.
   */
  sync(): Promise<boolean> {
    return this.#inTurn(async () => {
      if (this.#written.length + this.#unseen.size > 0) await this.#settle([]);
      if (!this.#isDirty) return this.#canSync;
      this.#canSync = await syncIfPossible(() => this.#file!.datasync());
      this.#isDirty = false;
      return this.#canSync;
    });
  }

  /** Appends what could not be appended before, and ends. Throws WorkError when that fails. */
  async close(): Promise<void> {
    try {
      await this.sync();
    } finally {
      await this.#file?.close();
      this.#file = undefined;
    }
  }

  /** One after the other, so that the places in the log that one has read are true for the next. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work).catch((error: unknown) => {
      throw unwritable(this.path, error);
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Writes lines, and all others that are not in the log, until they are found there. */
  async #settle(lines: readonly string[]): Promise<void> {
    this.#unseen.add(lines);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await this.#catchUp();
      if (this.#unseen.size === 0) return;
      await this.#write(this.#unseen.list());
    }
    await this.#catchUp();
    if (this.#unseen.size > 0)
      throw new WorkError(`The log "${this.path}" does not hold what is written to it: name another one with --log.`);
  }

  async #write(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${lines.join('\n')}\n`);
    this.#isDirty = true;
    // What a full disk did not take is missed when it is read back; the next write says why.
    await this.#file!.write(bytes);
  }

  /** Opens the file that has the log's name now, and reads what is new in it. */
  async #catchUp(): Promise<void> {
    const change = await this.#reopen();
    if (change === undefined) await this.#read((text, isOwn) => this.options.onLine?.(text, isOwn));
    else await this.#lookAgain(change);
  }

  /** Looks for everything that this writer wrote in a log that is not what it was. */
  async #lookAgain(change: string): Promise<void> {
    const waiting = this.#unseen.take();
    this.#unseen.add([...this.#written, ...waiting]);
    this.#written = [];
    // What others wrote there was heard when it was new.
    await this.#read(() => undefined);
    const gone = this.#unseen.size - waiting.length;
    const remedy = gone > 0 ? `${plural(gone, 'record')} of this run written again` : 'nothing of this run is missing';
    this.options.onNote?.(`The log "${this.path}" was ${change} meanwhile: ${remedy}.`);
  }

  /** Reads the lines behind those that are known. */
  async #read(hear: (text: string, isOwn: boolean) => void): Promise<void> {
    let { end } = this.#known;
    this.#isTorn = false;
    for await (const line of linesFrom(this.#file!, end, LONGEST_LINE)) {
      this.#isTorn = !line.ended;
      if (!line.ended) break;
      end = line.end;
      if (line.text === undefined) continue;
      const isOwn = this.#unseen.see(line.text);
      if (isOwn && !isRemark(line.text)) this.#written.push(line.text);
      hear(line.text, isOwn);
    }
    if (end !== this.#known.end) await this.#knowUpTo(end);
  }

  /** What happened to the log since it was last read, in words; undefined where it has only grown. */
  async #reopen(): Promise<string | undefined> {
    const there = await statOf(this.path);
    const mine = await this.#file?.stat();
    if (mine && there && isSameFile(there, mine)) {
      const { end, mark } = this.#known;
      if (mine.size >= end && mark.equals(await bytesBefore(this.#file!, end, MARK))) return undefined;
      this.#known = nothingKnown;
      return 'cut short or overwritten';
    }
    makeFolder(dirname(this.path));
    const file = await openPlain(this.path);
    await this.#file?.close();
    this.#file = file;
    this.#known = nothingKnown;
    if (there === undefined) await syncFolder(dirname(this.path));
    if (mine === undefined) return undefined;
    return there === undefined ? 'deleted or moved' : 'replaced by another file';
  }

  /** Passes over what the log holds already. */
  async #startAtEnd(): Promise<void> {
    this.#file = await openPlain(this.path);
    try {
      await refuseOtherText(this.path);
    } catch (error) {
      await this.#file.close();
      throw error;
    }
    await this.#knowUpTo(await endOfLines(this.#file));
  }

  async #knowUpTo(end: number): Promise<void> {
    this.#known = { end, mark: await bytesBefore(this.#file!, end, MARK) };
  }
}

function isRemark(line: string): boolean {
  return line.startsWith('#');
}

const nothingKnown = { end: 0, mark: Buffer.alloc(0) };
