# Prints, as JSON, the result of verify.rb for each delivery in vectors.json.
require 'json'
require_relative '../verify'

vectors = JSON.parse(File.read(ARGV[0], encoding: 'UTF-8'))['vectors']
puts JSON.generate(vectors.map do |v|
  {
    standard: genuine?(v['body'], v['headers'], v['secret'], v['now']),
    plain: genuine_plain?(v['body'], v['headers'], v['secret'])
  }
end)
