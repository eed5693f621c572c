// Runs before anything is drawn. Sets the theme and language that were chosen last time, so that
// the page does not flash. Then starts the requests that only the browser can know, together with
// the rest of the page: the texts in the user's language, the hand in the address, and the socket
// (lib/net/socket.ts takes it over).
(function () {
  var root = document.documentElement;
  var set = {};
  try {
    set = JSON.parse(localStorage.getItem('masa.settings') || '{}');
    if (/^(light|dark|contrast)$/.test(set.theme)) root.dataset.theme = set.theme;
    if (set.lang) root.lang = set.lang === 'zh' ? 'zh-Hans' : 'en';
  } catch (e) {
    /* The browser does not allow storage. */
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
  // vite.config.ts fills this in when the client is built.
  var words = root.dataset[isChinese ? 'zh' : 'en'];
  if (words)
    words.split(',').forEach(function (name) {
      ask('modulepreload', '/' + name);
    });
  try {
    var socket = new WebSocket(location.origin.replace(/^http/, 'ws') + '/ws?version=1');
    window.early = { socket: socket, heard: [] };
    socket.onmessage = function (event) {
      window.early.heard.push(event);
    };
  } catch (e) {
    /* The page tries again. */
  }
  // The same request as in hand/ctrl.ts. The key after the # goes to the server in the query.
  var hand = /^\/(hand|shared)\/(\w+)$/.exec(location.pathname);
  if (hand && !location.hash && !location.search)
    ask('preload', '/api/' + (hand[1] === 'hand' ? 'hands/' : 'shares/') + hand[2]);
})();
