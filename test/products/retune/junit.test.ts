import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { renderJunit } from '../../../src/products/retune/junit.js';

test('JUnit XML says what passed, failed and is open', () => {
  const cases = [
    { group: 'conv2d', name: 'resnet18.C2', seconds: 1.5e-3 },
    { group: 'matmul', name: '"a" & <b>', failure: "it's\nwrong", seconds: 0.2 },
    { group: 'matmul', name: 'c', skipped: 'too noisy', output: '1.0 > 0.9' },
  ];
  expect(renderJunit('tune check', cases)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1">
  <testsuite name="tune check" tests="3" failures="1" skipped="1">
    <testcase classname="conv2d" name="resnet18.C2" time="0.001500000"/>
    <testcase classname="matmul" name="&quot;a&quot; &amp; &lt;b&gt;" time="0.200000000">
      <failure message="it&apos;s&#10;wrong"/>
    </testcase>
    <testcase classname="matmul" name="c">
      <skipped message="too noisy"/>
      <system-out>1.0 &gt; 0.9</system-out>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test('whatever a log says, nothing of it becomes a tag, an entity or a character that XML has no room for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, failure) => {
      const xml = renderJunit('s', [{ group: name, name, failure }]);
      expect(xml.match(/<(?!\/?(testsuites|testsuite|testcase|failure)[ >]|\?xml )/g)).toBeNull();
      expect(xml.match(/&(?!(amp|lt|gt|quot|apos|#10|#9);)/g)).toBeNull();
      // Char of XML 1.0, 2.2.
      expect(/^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u.test(xml)).toBe(true);
      expect(xml.split('\n')).toHaveLength(9);
    }),
  );
});
