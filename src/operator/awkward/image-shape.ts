type Options = Readonly<Record<string, string>>;

type Extents = readonly [batch: number, inChannels: number, height: number, width: number, outChannels: number];

/** A shape of a convolution, as options: its extents, and what is not plain. No default of the operator slips in. */
export function imageShape([batch, inChannels, height, width, outChannels]: Extents, rest: Options): Options {
  return {
    ...{ batch: `${batch}`, inChannels: `${inChannels}`, height: `${height}`, width: `${width}` },
    ...{ outChannels: `${outChannels}`, stride: '1', dilation: '1', groups: '1' },
    ...rest,
  };
}
