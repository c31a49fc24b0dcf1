import { expect, test } from 'vitest';
import { scenesOf } from './scenes.ts';

const content = (path: string, start: number) => ({ path, start, end: start + 2 });
const namesOf = (contents: Parameters<typeof scenesOf>[0]) =>
  scenesOf(contents).map(({ name, contents: members }) => [name, members.map(({ path }) => path)]);

test('contents that begin together are a scene, in the order in which they appear', () => {
  const contents = [
    content('Price', 5.2),
    content('Title', 0),
    content('Line', 0.4),
    content('Tag', 5),
  ];
  expect(namesOf(contents)).toEqual([
    [undefined, ['Title', 'Line']],
    [undefined, ['Tag', 'Price']],
  ]);
});

test('the compositions within the outermost one are scenes with their names', () => {
  const contents = [
    content('Main > Intro > Title', 0),
    content('Main > Intro > Line', 3),
    content('Main > Offer > Price', 4),
  ];
  expect(namesOf(contents)).toEqual([
    ['Intro', ['Main > Intro > Title', 'Main > Intro > Line']],
    ['Offer', ['Main > Offer > Price']],
  ]);
});

test('compositions without a name of their own give scenes without a name', () => {
  const contents = [content('Comp 1 > Title', 0), content('Pre-comp 2 > Price', 4)];
  expect(namesOf(contents).map(([name]) => name)).toEqual([undefined, undefined]);
});
