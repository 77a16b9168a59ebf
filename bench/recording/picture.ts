import { parseAsciicast } from './asciicast.js';
import { drawScreens } from './draw.js';
import { screensOf } from './screens.js';

/** How many times as fast as the run was, and screens a second of the picture. */
const [SPEED, RATE] = [3, 6];

/** The picture of a recording in asciicast's format. Throws WorkError for a text of another form. */
export async function drawRecording(text: string): Promise<string> {
  const recording = parseAsciicast(text);
  const screens = await screensOf(recording, SPEED / RATE);
  return drawScreens(screens, { title: recording.title, speed: SPEED });
}
