/** The words of the room with a red cup and a notebook. */

export const coffeeWords = {
  queryWords: ['a look around', 'a plan to work'],
  keyWords: ['red cup', 'notebook'],
  names: { f: ['catches the eye', 'is for work'] },
};
