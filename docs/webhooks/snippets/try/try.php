<?php
// Prints, as JSON, the result of verify.php for each delivery in vectors.json.
require __DIR__ . '/../verify.php';

$vectors = json_decode(file_get_contents($argv[1]), true)['vectors'];
echo json_encode(array_map(fn (array $v): array => [
    'standard' => is_genuine($v['body'], $v['headers'], $v['secret'], $v['now']),
    'plain' => is_genuine_plain($v['body'], $v['headers'], $v['secret']),
], $vectors));
