// Before anything is drawn: the theme and language chosen last time, so that nothing flashes; and what
// only the browser knows of, the words in its language and the hand that is looked at, is asked for
// together with the rest of the page, as is the connection to the room (lib/socket.ts takes it over).
(function () {
  var root = document.documentElement;
  var set = {};
  try {
    set = JSON.parse(localStorage.getItem('masa.settings') || '{}');
    if (/^(light|dark|contrast)$/.test(set.theme)) root.dataset.theme = set.theme;
    if (set.lang) root.lang = set.lang === 'zh' ? 'zh-Hans' : 'en';
  } catch (e) {
    /* a browser that keeps nothing */
  }
  function ask(rel, href) {
    var link = document.createElement('link');
    link.rel = rel;
    link.crossOrigin = '';
    if (rel === 'preload') link.as = 'fetch';
    link.href = href;
    document.head.appendChild(link);
  }
  var isChinese = set.lang ? set.lang === 'zh' : /^zh/i.test((navigator.languages || [])[0] || '');
  // Filled in when the client is built: vite.config.ts.
  var words = root.dataset[isChinese ? 'zh' : 'en'];
  if (words)
    words.split(',').forEach(function (name) {
      ask('modulepreload', '/' + name);
    });
  try {
    var socket = new WebSocket(location.origin.replace(/^http/, 'ws') + '/ws');
    window.early = { socket: socket, heard: [] };
    socket.onmessage = function (event) {
      window.early.heard.push(event);
    };
  } catch (e) {
    /* the page tries again */
  }
  // As hand/ctrl.ts asks for it; a key after the # is for the server alone.
  var hand = /^\/(hand|shared)\/(\w+)$/.exec(location.pathname);
  if (hand && !location.hash && !location.search)
    ask('preload', '/api/' + (hand[1] === 'hand' ? 'hands/' : 'shares/') + hand[2]);
})();
