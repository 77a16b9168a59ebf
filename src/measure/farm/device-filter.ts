import { UsageError } from '../../target/errors.js';
import type { DeviceCard } from './messages.js';

/**
 * Reads which devices are meant: words with commas or colons between them, `cpu:avx512_vnni,board=rpi5`, each the name
 * of a device, something that it has, or a tag. Throws UsageError for what cannot be one.
 */
export function deviceFilter(text: string): (card: DeviceCard) => boolean {
  const words = text.split(/[,:]/).map((word) => word.trim());
  const wrong = words.find((word) => !/^[\w.+-]+(=[\w.+-]*)?$/.test(word));
  if (wrong !== undefined)
    throw new UsageError(
      `--device takes words such as cpu:avx512_vnni,board=rpi5, not "${wrong}" (tune farm status lists devices).`,
    );
  return (card) => words.every((word) => hasWord(card, word));
}

function hasWord({ name, features, tags }: DeviceCard, word: string): boolean {
  const [key = '', value] = word.split('=');
  if (value !== undefined) return Object.hasOwn(tags, key) && tags[key] === value;
  return word === name || features.includes(word);
}
